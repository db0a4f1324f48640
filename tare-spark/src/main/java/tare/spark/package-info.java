/**
 * The same release on Apache Spark: rows of a cluster behind the gate, synthetic rows drawn and
 * written by its machines.
 */
@NullMarked
package tare.spark;

import org.jspecify.annotations.NullMarked;
