/**
 * What has left the gate: fitted generators that sample and fitted weights that weigh, as values
 * and as files. Public; needs nothing of the curator's side.
 */
@NullMarked
package tare.model;

import org.jspecify.annotations.NullMarked;
