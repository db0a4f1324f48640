/**
 * Draws of privacy noise: a secure source without seed, exact samplers, and laws that noise numbers
 * and vectors.
 */
@NullMarked
package tare.noise;

import org.jspecify.annotations.NullMarked;
