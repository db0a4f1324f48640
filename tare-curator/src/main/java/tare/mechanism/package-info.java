/** Ready mechanisms: noised counts, sums and vectors, and the private choice. */
@NullMarked
package tare.mechanism;

import org.jspecify.annotations.NullMarked;
