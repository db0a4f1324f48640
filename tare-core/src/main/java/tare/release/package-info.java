/**
 * A release: synthetic rows with their weights, the privacy statement and the provenance, and the
 * folder they are written to, read from and verified in. Everything here is public.
 */
@NullMarked
package tare.release;

import org.jspecify.annotations.NullMarked;
