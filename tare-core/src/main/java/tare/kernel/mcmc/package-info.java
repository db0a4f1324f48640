/** Log densities, and the samplers that walk on them. */
@NullMarked
package tare.kernel.mcmc;

import org.jspecify.annotations.NullMarked;
