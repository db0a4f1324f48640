/**
 * Generators of synthetic rows: a fitter makes a mechanism, the mechanism gives a public model, and
 * the model samples rows at no further cost.
 */
@NullMarked
package tare.generator;

import org.jspecify.annotations.NullMarked;
