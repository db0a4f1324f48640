/** Distances between weighted points: exact transport and mean discrepancy. */
@NullMarked
package tare.kernel.transport;

import org.jspecify.annotations.NullMarked;
