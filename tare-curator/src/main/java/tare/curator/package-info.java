/** The front door: {@link tare.curator.ReleaseRun} makes a whole release from private rows. */
@NullMarked
package tare.curator;

import org.jspecify.annotations.NullMarked;
