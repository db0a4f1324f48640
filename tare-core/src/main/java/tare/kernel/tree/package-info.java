/** Regression trees on binned columns, whose rows carry masses. */
@NullMarked
package tare.kernel.tree;

import org.jspecify.annotations.NullMarked;
