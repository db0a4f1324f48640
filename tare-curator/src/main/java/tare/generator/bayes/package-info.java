/** PrivBayes and independent columns: noised tables, and a graphical model fitted to them. */
@NullMarked
package tare.generator.bayes;

import org.jspecify.annotations.NullMarked;
