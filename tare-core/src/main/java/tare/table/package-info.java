/** Rows under a schema, weights, and reading and writing them. */
@NullMarked
package tare.table;

import org.jspecify.annotations.NullMarked;
