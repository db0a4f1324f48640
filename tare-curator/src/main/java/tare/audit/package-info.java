/** Puts privacy claims to the test: statistically, by search, and by record and replay. */
@NullMarked
package tare.audit;

import org.jspecify.annotations.NullMarked;
