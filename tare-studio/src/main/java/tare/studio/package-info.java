/**
 * Tare Studio: pages on the loopback address of the curator's own machine, from a table to a
 * release, its report and an analysis. {@link tare.studio.StudioServer} serves them, {@link
 * tare.studio.Guard} decides who is let in, {@link tare.studio.Workspace} holds the choices.
 */
@NullMarked
package tare.studio;

import org.jspecify.annotations.NullMarked;
