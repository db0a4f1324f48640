package tare.spark;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.SerializableConfiguration;
import tare.curator.BlockSums;
import tare.curator.KeptFile;
import tare.curator.OpenLedger;
import tare.curator.ReleasePlan;
import tare.curator.ReleaseRun;
import tare.curator.ReleaseRun.Release;
import tare.curator.RowBlocks;
import tare.gate.Gate;
import tare.gate.PrivateTable;
import tare.kernel.tail.LogWeights;
import tare.model.CandidateLook;
import tare.noise.NoiseSource;
import tare.noise.SecureNoise;
import tare.progress.Progress;
import tare.release.PartedFolder;
import tare.release.PartedFolder.Part;
import tare.report.ReportPage;
import tare.schema.Schema;

/*
 *   driver    SparkRows: decode, check       nothing charged yet
 *   driver    gate: count, generator, weights; every pass is a job, noise is drawn here, once
 *   driver    some rows, to fit the weights to and for the report
 *   executors RowBlocks: candidates of many private rows are looked at, and weights settled by them
 *   executors RowBlocks: all rows, block by block, written part by part
 *   driver    statements, model, report, the manifest last; then the folder gets its name
 */

/** Makes a release of a data frame. */
public final class TareSpark {

  private final SparkSession session;
  private final NoiseSource noise;
  private final Progress progress;

  private TareSpark(SparkSession session, NoiseSource noise, Progress progress) {
    this.session = session;
    this.noise = noise;
    this.progress = progress;
  }

  /**
   * A release as it was made.
   *
   * @param some all of it but its rows, of which there are some
   * @param rows how many rows it has
   * @param passes how many jobs passed over the private rows once they were read
   */
  public record Made(Release some, long rows, int passes) {}

  /**
   * Makes a release.
   *
   * @param frame the private rows
   * @param ledger of the data set
   * @param out the folder to write, on any file system that Hadoop knows and all machines share
   */
  public static Made release(
      Dataset<org.apache.spark.sql.Row> frame,
      Schema schema,
      ReleasePlan plan,
      OpenLedger ledger,
      String out)
      throws IOException {
    return release(frame, schema, plan, ignored -> ledger, out, Progress.SILENT);
  }

  /** Opens the ledger once the rows are known to fit their schema. */
  interface LedgerSource {
    OpenLedger open(SparkRows rows) throws IOException;
  }

  static Made release(
      Dataset<org.apache.spark.sql.Row> frame,
      Schema schema,
      ReleasePlan plan,
      LedgerSource ledgers,
      String out,
      Progress progress)
      throws IOException {
    return new TareSpark(frame.sparkSession(), new SecureNoise(), progress)
        .make(frame, schema, plan, ledgers, out);
  }

  /** The same with noise of one's own: for tests on made-up rows. */
  static Made release(
      Dataset<org.apache.spark.sql.Row> frame,
      Schema schema,
      ReleasePlan plan,
      LedgerSource ledgers,
      String out,
      NoiseSource taped,
      Progress progress)
      throws IOException {
    return new TareSpark(frame.sparkSession(), taped, progress)
        .make(frame, schema, plan, ledgers, out);
  }

  private Made make(
      Dataset<org.apache.spark.sql.Row> frame,
      Schema schema,
      ReleasePlan plan,
      LedgerSource ledgers,
      String out)
      throws IOException {
    SparkPlans.requirePossible(plan);
    Path place = place(out);
    progress.at("reading rows");
    try (SparkRows rows = SparkRows.of(frame, schema)) {
      OpenLedger opened = ledgers.open(rows);
      KeptFile kept = KeptFile.of(opened.file(), place.getName());
      Gate gate = new Gate(PrivateTable.of(rows), opened.ledger(), place.getName(), noise);
      BlockSums sums =
          (blocks, first, bounds) -> {
            rows.close(); // nobody asks them again, and their memory is for drawing now
            return look(blocks, first, bounds);
          };
      Release some = ReleaseRun.makeElsewhere(gate, plan, kept, progress, sums);
      long count =
          plan.rows().isPresent()
              ? plan.rows().getAsInt()
              : some.bundle().privacy().rowCount().used();
      int passes = rows.passes();
      rows.close();
      write(some, count, place);
      kept.delete();
      return new Made(some, count, passes);
    }
  }

  /** What the first blocks tell of moment weights: one job. */
  private CandidateLook look(RowBlocks blocks, int first, CandidateLook.Bounds bounds) {
    JavaSparkContext context = JavaSparkContext.fromSparkContext(session.sparkContext());
    Broadcast<byte[]> sent = context.broadcast(Travel.bytes(blocks));
    byte[] looked =
        context
            .parallelize(IntStream.range(0, first).boxed().toList(), first)
            .map(block -> Travel.bytes(Travel.<RowBlocks>read(sent.value()).look(block, bounds)))
            .treeReduce(
                (some, more) ->
                    Travel.bytes(
                        Travel.<CandidateLook>read(some).plus(Travel.<CandidateLook>read(more))));
    sent.destroy();
    return Travel.read(looked);
  }

  private Path place(String out) throws IOException {
    Path place = new Path(out);
    FileSystem files = PartWriter.files(place, hadoop());
    Path whole = files.makeQualified(place);
    if (files.exists(whole)) {
      throw new FileAlreadyExistsException(out);
    }
    Path probe = beside(whole);
    files.mkdirs(probe);
    files.delete(probe, true);
    return whole;
  }

  private static Path beside(Path place) {
    return new Path(place.getParent(), ".tare-" + UUID.randomUUID());
  }

  private Configuration hadoop() {
    return session.sparkContext().hadoopConfiguration();
  }

  private void write(Release some, long rows, Path place) throws IOException {
    FileSystem files = PartWriter.files(place, hadoop());
    Path work = beside(place);
    files.mkdirs(work);
    try {
      // The rows of a small release are here already: those that one machine would have released.
      List<Part> parts =
          rows == some.bundle().synthetic().rowCount()
              ? PartWriter.own(some.bundle(), files, work)
              : parts(RowBlocks.of(some, rows), work);
      requireAll(files, work, parts);
      Map<String, byte[]> others =
          PartedFolder.others(
              some.bundle(), rows, parts, Map.of("report.html", ReportPage.of(some.bundle())));
      for (Map.Entry<String, byte[]> file : others.entrySet()) {
        try (OutputStream out = files.create(new Path(work, file.getKey()), false)) {
          out.write(file.getValue());
        }
      }
      if (!files.rename(work, place)) {
        throw new IOException("the folder could not be given its name " + place);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "The release could not be written to "
              + place
              + ". What was charged for it stays in the ledger, because rows were used; what could be"
              + " kept stands beside the ledger, and the same command charges for the rest only.",
          e);
    } finally {
      files.delete(work, true);
    }
  }

  private List<Part> parts(RowBlocks blocks, Path work) throws IOException {
    try {
      return written(blocks, work);
    } catch (Exception e) { // Spark throws checked exceptions that it does not declare
      throw new IOException("a machine could not write its part (" + SparkRows.kind(e) + ")");
    }
  }

  private List<Part> written(RowBlocks blocks, Path work) {
    JavaSparkContext context = JavaSparkContext.fromSparkContext(session.sparkContext());
    Broadcast<byte[]> sent = context.broadcast(Travel.bytes(blocks));
    int count = PartWriter.parts(blocks);
    List<Integer> numbers = IntStream.range(0, count).boxed().toList();
    double logMean = 0;
    if (blocks.weightsDiffer()) {
      progress.at("adding up weights");
      List<Double> sums =
          context
              .parallelize(numbers, count)
              .map(part -> PartWriter.logSum(Travel.read(sent.value()), part))
              .collect();
      double[] ordered = sums.stream().mapToDouble(Double::doubleValue).toArray();
      logMean = LogWeights.logSum(ordered) - Math.log(blocks.rows());
    }
    progress.at("drawing and writing rows");
    PartWriter writer =
        new PartWriter(sent, new SerializableConfiguration(hadoop()), work.toString(), logMean);
    List<Part> written =
        context.parallelize(numbers, count).flatMap(part -> writer.call(part).iterator()).collect();
    sent.destroy();
    return written;
  }

  /** Parts that machines wrote to disks of their own are no release. */
  private static void requireAll(FileSystem files, Path work, List<Part> parts) throws IOException {
    for (Part part : parts) {
      if (!files.exists(new Path(work, part.name()))) {
        throw new IOException(
            part.name()
                + " is not where it was written: the release must be written to a file system that"
                + " all machines share");
      }
    }
  }
}
