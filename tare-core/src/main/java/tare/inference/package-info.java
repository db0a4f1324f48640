/**
 * How sure an estimate from a release is: replicate weights, and what they cover. All public, all
 * post-processing.
 */
@NullMarked
package tare.inference;

import org.jspecify.annotations.NullMarked;
