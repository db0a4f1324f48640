/** Repeatable, public chance: {@link tare.random.Seed} and its named streams. */
@NullMarked
package tare.random;

import org.jspecify.annotations.NullMarked;
