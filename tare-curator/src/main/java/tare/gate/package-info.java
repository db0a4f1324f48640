/**
 * Private rows and the one way through: {@link tare.gate.Gate} charges a mechanism's event, then
 * runs it.
 */
@NullMarked
package tare.gate;

import org.jspecify.annotations.NullMarked;
