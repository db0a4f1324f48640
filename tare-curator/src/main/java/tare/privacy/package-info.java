/** The gate: private rows, mechanisms and their claims, the ledger, accountants, noise. */
@NullMarked
package tare.privacy;

import org.jspecify.annotations.NullMarked;
