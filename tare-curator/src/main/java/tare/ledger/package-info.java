/** What was spent on a data set over its whole life: append-only, charged before rows are used. */
@NullMarked
package tare.ledger;

import org.jspecify.annotations.NullMarked;
