package tare.noise;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * The noise source for real data: the keystream of AES-256 in counter mode, keyed by the operating
 * system. There is no seed to give, to keep or to guess.
 *
 * <p>Safe for use by several threads: each thread that draws gets a keystream of its own under a
 * key of its own, so no two threads can ever be handed the same bits.
 */
public final class SecureNoise implements NoiseSource {

  private final ThreadLocal<BitBuffer> bits =
      ThreadLocal.withInitial(() -> new BitBuffer(new AesKeystream()::fill));

  @Override
  public long nextLong() {
    return bits.get().nextLong();
  }

  @Override
  public void fillGaussian(double sd, double[] out, int from, int length) {
    Ziggurat.fill(bits.get(), sd, out, from, length);
  }

  @Override
  public void fillGaussian(float sd, float[] out, int from, int length) {
    Ziggurat.fill(bits.get(), sd, out, from, length);
  }

  /** AES in counter mode over zeros. A new key is taken from the operating system every GiB. */
  private static final class AesKeystream {

    /*
     * Counter mode never repeats a block under one key, and that is all that tells it from chance:
     * after b blocks the advantage of any distinguisher is at most b^2 / 2^129 (the birthday
     * bound), beside breaking AES itself. 2^26 blocks leave 2^-77.
     */
    private static final long BYTES_PER_KEY = 1L << 30;
    private static final byte[] ZEROS = new byte[BitBuffer.BYTES];

    private final SecureRandom keys = new SecureRandom();
    private final Cipher cipher;
    private long bytesLeft;

    AesKeystream() {
      try {
        cipher = Cipher.getInstance("AES/CTR/NoPadding");
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(
            "This Java runtime offers no AES in counter mode, which privacy noise needs. Use a"
                + " runtime with the standard cryptography provider.",
            e);
      }
    }

    void fill(byte[] out) {
      try {
        if (bytesLeft < out.length) {
          rekey();
        }
        int written = cipher.update(ZEROS, 0, out.length, out, 0);
        if (written != out.length) {
          throw new IllegalStateException("The AES keystream fell short: " + written + " bytes.");
        }
        bytesLeft -= out.length;
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("The AES keystream for privacy noise broke off.", e);
      }
    }

    private void rekey() throws GeneralSecurityException {
      byte[] key = new byte[32];
      byte[] counter = new byte[16];
      keys.nextBytes(key);
      keys.nextBytes(counter);
      cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(counter));
      bytesLeft = BYTES_PER_KEY;
    }
  }
}
