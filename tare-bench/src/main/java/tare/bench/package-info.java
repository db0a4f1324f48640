/** Benchmarks, and ratios against other tools measured in one run. */
@NullMarked
package tare.bench;

import org.jspecify.annotations.NullMarked;
