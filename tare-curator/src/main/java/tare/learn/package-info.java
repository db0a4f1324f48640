/** DP-SGD and its trainers: what generators and weights share to learn from private rows. */
@NullMarked
package tare.learn;

import org.jspecify.annotations.NullMarked;
