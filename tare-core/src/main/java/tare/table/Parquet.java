package tare.table;

/** Numbers of the Parquet format that reader and writer share. */
final class Parquet {

  static final byte[] MAGIC = {'P', 'A', 'R', '1'};

  static final int BOOLEAN = 0;
  static final int INT32 = 1;
  static final int INT64 = 2;
  static final int FLOAT = 4;
  static final int DOUBLE = 5;
  static final int BYTE_ARRAY = 6;
  static final int FIXED_BYTES = 7;

  static final int REQUIRED = 0;
  static final int OPTIONAL = 1;

  static final int UTF8 = 0;
  static final int ENUM = 4;
  static final int CONVERTED_DECIMAL = 5;
  static final int CONVERTED_DATE = 6;
  static final int TIME_MILLIS = 7;
  static final int TIME_MICROS = 8;
  static final int TIMESTAMP_MILLIS = 9;
  static final int TIMESTAMP_MICROS = 10;
  static final int UINT_8 = 11;
  static final int INT_64 = 18;

  static final int PLAIN = 0;
  static final int PLAIN_DICTIONARY = 2;
  static final int RLE = 3;
  static final int RLE_DICTIONARY = 8;

  static final int UNCOMPRESSED = 0;
  static final int SNAPPY = 1;
  static final int GZIP = 2;
  static final int ZSTD = 6;

  static final int DATA_PAGE = 0;
  static final int DICTIONARY_PAGE = 2;
  static final int DATA_PAGE_V2 = 3;

  private Parquet() {}
}
