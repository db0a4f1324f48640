package tare.table;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Rows as vectors of one length, gathered in a pass: row after row in blocks, so that no array is
 * copied while rows come in.
 *
 * @param <A> an array of numbers
 */
public final class EncodedRows<A> {

  /** A fixed map from rows to vectors. @param <A> an array of numbers */
  @FunctionalInterface
  public interface RowEncoder<A> extends Serializable {

    /** Writes a row's vector over zeros. @param to Modified from {@code at} on. */
    void put(Row row, A to, int at);
  }

  /** Values in a block, about. */
  private static final int BLOCK = 1 << 16;

  private final IntFunction<A> newArray;
  private final int width;
  private final int blockRows;
  private final RowEncoder<A> encoder;
  private final List<A> blocks = new ArrayList<>();
  private final List<Integer> sizes = new ArrayList<>();

  /** No rows yet. */
  public EncodedRows(IntFunction<A> newArray, int width, RowEncoder<A> encoder) {
    this.newArray = newArray;
    this.width = width;
    this.blockRows = Math.max(1, BLOCK / Math.max(1, width));
    this.encoder = encoder;
  }

  /** All rows in floats, one vector after the other. */
  public static float[] floats(RowPass rows, int width, RowEncoder<float[]> encoder) {
    return gathered(rows, float[]::new, width, encoder);
  }

  /** All rows in doubles, one vector after the other. */
  public static double[] doubles(RowPass rows, int width, RowEncoder<double[]> encoder) {
    return gathered(rows, double[]::new, width, encoder);
  }

  private static <A> A gathered(
      RowPass rows, IntFunction<A> newArray, int width, RowEncoder<A> encoder) {
    return rows.pass(
            () -> new EncodedRows<>(newArray, width, encoder),
            EncodedRows<A>::add,
            EncodedRows<A>::append)
        .array();
  }

  /** Adds a row. */
  public void add(Row row) {
    int last = blocks.size() - 1;
    if (last < 0 || sizes.get(last) == blockRows) {
      blocks.add(newArray.apply(blockRows * width));
      sizes.add(0);
      last++;
    }
    int at = sizes.get(last);
    encoder.put(row, blocks.get(last), at * width);
    sizes.set(last, at + 1);
  }

  /** Adds the rows of another part. */
  public EncodedRows<A> append(EncodedRows<A> other) {
    blocks.addAll(other.blocks);
    sizes.addAll(other.sizes);
    return this;
  }

  /** All rows in one new array. */
  public A array() {
    int rows = sizes.stream().reduce(0, Math::addExact);
    A all = newArray.apply(Math.multiplyExact(rows, width));
    int at = 0;
    for (int b = 0; b < blocks.size(); b++) {
      int length = sizes.get(b) * width;
      System.arraycopy(blocks.get(b), 0, all, at, length);
      at += length;
    }
    return all;
  }
}
