/**
 * Private importance weights for synthetic rows: estimators, and steps that tidy weights
 * afterwards.
 */
@NullMarked
package tare.weight;

import org.jspecify.annotations.NullMarked;
