@echo off
rem Runs Tare as it was handed over: with the runtime beside it, else with JAVA_HOME, else with the java on the path.
setlocal
for %%d in ("%~dp0..") do set "here=%%~fd"

set "home="
if exist "%here%\runtime\bin\java.exe" set "home=%here%\runtime"
if not defined home if defined JAVA_HOME if exist "%JAVA_HOME%\bin\java.exe" set "home=%JAVA_HOME%"
if not defined home for %%j in (java.exe) do if not "%%~$PATH:j"=="" for %%d in ("%%~dp$PATH:j..") do set "home=%%~fd"
if not defined home (
  echo tare: no Java found. Install one from 17 on, or set JAVA_HOME to it. 1>&2
  exit /b 5
)

set "version=0"
if exist "%home%\release" for /f "tokens=2 delims==." %%v in ('findstr /b "JAVA_VERSION=" "%home%\release"') do set "version=%%v"
set "version=%version:"=%"
if %version% GTR 0 if %version% LSS 17 (
  echo tare: Java 17 or newer is needed. Found: %version%, in %home%. 1>&2
  exit /b 5
)

set "options=-XX:+UseG1GC -XX:G1HeapRegionSize=8m -XX:+UnlockExperimentalVMOptions -XX:G1MaxNewSizePercent=20 -XX:MinHeapFreeRatio=10"
set "options=%options% -XX:MaxHeapFreeRatio=30 -XX:MaxRAMPercentage=60 -Dfile.encoding=UTF-8"
if %version% GEQ 24 set "options=%options% --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow"
"%home%\bin\java.exe" %options% -cp "%here%\lib\*" tare.cli.Main %*
exit /b %ERRORLEVEL%
