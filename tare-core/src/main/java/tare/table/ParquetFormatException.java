package tare.table;

/** A Parquet file is damaged or uses what we cannot read; caught at the edge of the package. */
final class ParquetFormatException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * @param what the rest of the sentence "This Parquet file cannot be read: ..."
   */
  ParquetFormatException(String what) {
    super(what);
  }
}
