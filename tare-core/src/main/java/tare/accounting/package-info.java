/**
 * Privacy as facts and what they cost: events, budgets, two accountants, calibration. Knows no rows
 * and draws no noise, so that anyone can recompute a statement.
 */
@NullMarked
package tare.accounting;

import org.jspecify.annotations.NullMarked;
