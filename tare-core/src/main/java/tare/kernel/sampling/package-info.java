/** Draws of rows by weight, on plain arrays. */
@NullMarked
package tare.kernel.sampling;

import org.jspecify.annotations.NullMarked;
