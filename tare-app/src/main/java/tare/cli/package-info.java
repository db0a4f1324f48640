/** Commands, exit codes, progress: the only place that prints. */
@NullMarked
package tare.cli;

import org.jspecify.annotations.NullMarked;
