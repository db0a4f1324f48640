/** Special functions and transforms. */
@NullMarked
package tare.kernel.special;

import org.jspecify.annotations.NullMarked;
