/** Dense products, factors and passes over rows of plain arrays. */
@NullMarked
package tare.kernel.linear;

import org.jspecify.annotations.NullMarked;
