package tare.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import tare.table.ParquetFile;
import tare.table.Table;

/** One Spark of this machine for all tests. */
final class LocalSpark {

  private static final SparkSession SESSION =
      SparkSession.builder()
          .master("local[2]")
          .appName("tests")
          .config("spark.ui.enabled", "false")
          .config("spark.sql.shuffle.partitions", "3")
          .config("spark.driver.bindAddress", "127.0.0.1")
          .config("spark.driver.host", "127.0.0.1")
          .getOrCreate();

  private LocalSpark() {}

  static SparkSession session() {
    return SESSION;
  }

  /** A table as Parquet files in a folder, so many of them. */
  static Dataset<Row> written(Table table, Path folder, int files) throws IOException {
    Files.createDirectories(folder);
    for (int f = 0; f < files; f++) {
      int from = (int) ((long) table.rowCount() * f / files);
      int to = (int) ((long) table.rowCount() * (f + 1) / files);
      int[] rows = IntStream.range(from, to).toArray();
      ParquetFile.write(table.select(rows), folder.resolve("part-" + f + ".parquet"));
    }
    return SESSION.read().parquet(folder.toString());
  }
}
