/** How far long work has come, for whoever waits: a terminal, a page, nobody. */
@NullMarked
package tare.progress;

import org.jspecify.annotations.NullMarked;
