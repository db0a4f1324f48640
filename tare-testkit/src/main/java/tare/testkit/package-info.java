/** What every module's tests share; depends on no other module. */
@NullMarked
package tare.testkit;

import org.jspecify.annotations.NullMarked;
