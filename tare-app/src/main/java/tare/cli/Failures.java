package tare.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;
import tare.gate.MechanismFailedException;
import tare.ledger.BudgetRefusedException;
import tare.schema.BadInputException;

/**
 * Turns failures into a message for a person and an exit code for a machine. No stack trace, no
 * private value.
 */
final class Failures {

  private Failures() {}

  static int wrongUsage(ParameterException failure, String[] args) {
    CommandLine commandLine = failure.getCommandLine();
    PrintWriter err = commandLine.getErr();
    err.println("tare: " + PlainText.of(failure.getMessage()));
    UnmatchedArgumentException.printSuggestions(failure, err);
    err.println(
        "Run '" + commandLine.getCommandSpec().qualifiedName() + " --help' for the options.");
    return ExitCode.WRONG_USAGE;
  }

  static int failed(Exception failure, CommandLine commandLine, ParseResult parsed) {
    PrintWriter err = commandLine.getErr();
    if (failure instanceof IllegalArgumentException) {
      err.println("tare: " + PlainText.of(failure.getMessage()));
      return ExitCode.WRONG_USAGE;
    }
    if (failure instanceof BudgetRefusedException) {
      err.println("tare: " + PlainText.of(failure.getMessage()));
      return ExitCode.BUDGET_REFUSED;
    }
    if (failure instanceof MechanismFailedException) {
      err.println("tare: " + PlainText.of(failure.getMessage()));
      return ExitCode.INTERNAL;
    }
    if (failure instanceof BadInputException) {
      err.println("tare: " + PlainText.of(failure.getMessage()));
      return ExitCode.BAD_INPUT;
    }
    if (failure instanceof IOException file) {
      err.println("tare: " + PlainText.of(said(file)));
      return ExitCode.BAD_INPUT;
    }
    if (failure instanceof UncheckedIOException wrapped) {
      err.println("tare: " + PlainText.of(said(wrapped)));
      return ExitCode.BAD_INPUT;
    }
    // The message of an unforeseen failure may quote a cell, so only its kind and place are shown.
    err.println(
        "tare: internal error ("
            + failure.getClass().getSimpleName()
            + place(failure)
            + "). This is a fault in Tare, not in your data; please report it.");
    return ExitCode.INTERNAL;
  }

  /** What was being done, if whoever threw it said so, and what went wrong with the file. */
  private static String said(UncheckedIOException failure) {
    IOException cause = Objects.requireNonNull(failure.getCause());
    boolean wordless = cause.toString().equals(failure.getMessage());
    return wordless ? said(cause) : failure.getMessage() + " " + said(cause);
  }

  private static String said(IOException failure) {
    if (failure instanceof NoSuchFileException missing) {
      return "No file at " + missing.getFile() + ". Check the path.";
    }
    if (failure instanceof AccessDeniedException denied) {
      return "No permission for " + denied.getFile() + ". Check who may read and write there.";
    }
    if (failure instanceof FileAlreadyExistsException there) {
      return there.getFile() + " exists already. Choose another name; nothing is overwritten.";
    }
    if (failure instanceof FileSystemException file) {
      String reason = file.getReason();
      return "Cannot use " + file.getFile() + (reason == null ? "." : ": " + reason + ".");
    }
    // What the system says of a file; it never quotes what stands in one.
    String reason = failure.getMessage();
    return "A file could not be read or written"
        + (reason == null ? " to its end." : ": " + reason + ".");
  }

  private static String place(Exception failure) {
    for (StackTraceElement frame : failure.getStackTrace()) {
      if (frame.getClassName().startsWith("tare.")) {
        return " at "
            + frame.getClassName()
            + "."
            + frame.getMethodName()
            + ":"
            + frame.getLineNumber();
      }
    }
    return "";
  }
}
