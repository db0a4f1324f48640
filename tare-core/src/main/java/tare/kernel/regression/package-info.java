/** Solvers for regressions and classifiers on plain arrays. */
@NullMarked
package tare.kernel.regression;

import org.jspecify.annotations.NullMarked;
