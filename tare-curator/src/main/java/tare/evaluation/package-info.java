/**
 * How far a release is from real rows: metrics that take weights on both sides, for the curator's
 * eyes, and noised ones that may be published.
 */
@NullMarked
package tare.evaluation;

import org.jspecify.annotations.NullMarked;
