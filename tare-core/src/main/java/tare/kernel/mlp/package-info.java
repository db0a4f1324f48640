/** Small networks: shapes, passes, losses, steps. */
@NullMarked
package tare.kernel.mlp;

import org.jspecify.annotations.NullMarked;
