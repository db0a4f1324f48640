/**
 * Pages that a person looks at: lays out what other packages have computed, and computes nothing.
 */
@NullMarked
package tare.report;

import org.jspecify.annotations.NullMarked;
