/** Plain functions on arrays; knows no domain type. */
@NullMarked
package tare.kernel;

import org.jspecify.annotations.NullMarked;
