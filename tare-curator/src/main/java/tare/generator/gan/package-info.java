/** GANs trained under privacy: DPGAN, DPCGAN, PATE-GAN, and their plain twins. */
@NullMarked
package tare.generator.gan;

import org.jspecify.annotations.NullMarked;
