/** Weights on the log scale and their upper tails. */
@NullMarked
package tare.kernel.tail;

import org.jspecify.annotations.NullMarked;
