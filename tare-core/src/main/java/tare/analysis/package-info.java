/**
 * What an analyst does with weighted rows: estimates, posteriors, and what the weights are worth.
 */
@NullMarked
package tare.analysis;

import org.jspecify.annotations.NullMarked;
