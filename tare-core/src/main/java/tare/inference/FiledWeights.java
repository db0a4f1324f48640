package tare.inference;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import tare.table.NamelessFile;

/*
 * Fifty replicates of five million rows are a gigabyte, twice the rows themselves, and are wanted
 * for nothing but to be written out again. The file has one block of rows after the other, and in a
 * block one replicate after the other, so both readers that there are (replicate by replicate, row
 * by row) read every number once.
 */

/** Replicate weights of very many rows, in a file that lives as long as this does. */
public final class FiledWeights implements ReplicateWeights {

  private final NamelessFile file;
  private final int count;
  private final int blockRows;
  private final int rows;

  /** The block that was read last, replicate by replicate; null where not yet. */
  private final float[][] stretches;

  private int block = -1;

  private FiledWeights(Writer writer) {
    this.file = writer.file;
    this.count = writer.count;
    this.blockRows = writer.blockRows;
    this.rows = writer.rows;
    this.stretches = new float[count][];
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public synchronized float weight(int replicate, int row) {
    if (row / blockRows != block) {
      block = row / blockRows;
      Arrays.fill(stretches, null);
    }
    if (stretches[replicate] == null) {
      stretches[replicate] = read(replicate);
    }
    return stretches[replicate][row % blockRows];
  }

  private float[] read(int replicate) {
    int size = Math.min(blockRows, rows - block * blockRows);
    long before = (long) block * blockRows * count + (long) replicate * size;
    ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES * size);
    try {
      file.read(Float.BYTES * before, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException("Replicate weights could not be read back.", e);
    }
    float[] stretch = new float[size];
    bytes.asFloatBuffer().get(stretch);
    return stretch;
  }

  /** Takes weights block by block. */
  public static final class Writer {

    private final NamelessFile file;
    private final int count;
    private final int blockRows;
    private int rows;

    /**
     * @param count of replicates
     * @param blockRows in every block but the last, which may have fewer
     */
    public Writer(int count, int blockRows) {
      this.count = count;
      this.blockRows = blockRows;
      try {
        file = new NamelessFile();
      } catch (IOException e) {
        throw unwritten(e);
      }
    }

    /** Adds the next block, which was found to have mean one when it was made. */
    public void add(ReplicateWeights block) {
      if (block.count() != count || rows % blockRows != 0 || block.rows() > blockRows) {
        throw new IllegalArgumentException(
            "A block must have "
                + count
                + " replicates of "
                + blockRows
                + " rows, and the last one no more. Got: "
                + block.count()
                + " of "
                + block.rows()
                + " after "
                + rows
                + " rows.");
      }
      try {
        for (int b = 0; b < count; b++) {
          ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES * block.rows());
          for (int r = 0; r < block.rows(); r++) {
            bytes.putFloat(block.weight(b, r));
          }
          file.add(bytes.flip());
        }
      } catch (IOException e) {
        throw unwritten(e);
      }
      rows += block.rows();
    }

    /** All that was added; the writer is used up. */
    public FiledWeights finish() {
      return new FiledWeights(this);
    }

    private static UncheckedIOException unwritten(IOException e) {
      return new UncheckedIOException(
          "Replicate weights did not fit into the folder for temporary files, "
              + System.getProperty("java.io.tmpdir")
              + " (-Djava.io.tmpdir names another).",
          e);
    }
  }
}
