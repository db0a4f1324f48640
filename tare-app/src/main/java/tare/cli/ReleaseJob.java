package tare.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tare.curator.Kept;
import tare.curator.KeptFile;
import tare.curator.OpenLedger;
import tare.curator.ReleasePlan;
import tare.curator.ReleaseRun;
import tare.curator.ReleaseRun.Release;
import tare.gate.Gate;
import tare.gate.PrivateTable;
import tare.noise.SecureNoise;
import tare.progress.Progress;
import tare.release.Bundle;
import tare.release.PrivacyStatement;
import tare.release.ReleaseFolder;
import tare.report.ReportPage;
import tare.schema.Schema;
import tare.table.BoundedRows;
import tare.table.CsvOptions;
import tare.table.Table;
import tare.table.UnitFile;

/**
 * From a file of private rows to a release folder, and a few words about it; what release and demo
 * share.
 */
final class ReleaseJob {

  /** About what a cell takes on disk, in CSV and Parquet and while it is being written. */
  private static final long BYTES_PER_CELL = 40;

  /** The rows to make room for when their number is not public. */
  private static final long LIKELY_ROWS = 100_000;

  private final Output output;
  private final CsvOptions layout;

  /** Opens the ledger once the rows are known to fit their schema. */
  interface RowSource {
    BoundedRows read() throws IOException;
  }

  /** Opens the ledger once the rows are known to fit their schema. */
  interface LedgerSource {
    OpenLedger open(Table rows) throws IOException;
  }

  ReleaseJob(Output output) {
    this(output, CsvOptions.DEFAULTS);
  }

  /**
   * @param layout how the file of private rows is laid out
   */
  ReleaseJob(Output output, CsvOptions layout) {
    this.output = output;
    this.layout = layout;
  }

  /** Makes a release. */
  Release run(Path data, Schema schema, ReleasePlan plan, LedgerSource ledgers, Path out)
      throws IOException {
    return run(() -> UnitFile.read(data, schema, layout), schema, plan, ledgers, out);
  }

  /** Makes a release of rows from anywhere. */
  Release run(RowSource data, Schema schema, ReleasePlan plan, LedgerSource ledgers, Path out)
      throws IOException {
    long rows =
        plan.rows().isPresent()
            ? plan.rows().getAsInt()
            : schema.publicRowCount().orElse(LIKELY_ROWS);
    Release release =
        run(
            roomFor(data, plan),
            schema,
            rows,
            ledgers,
            out,
            (gate, kept, step) -> ReleaseRun.make(gate, plan, kept, step));
    tellOfFewerRows(plan, release.bundle());
    return release;
  }

  /** Rows that there was no memory for are told of where they would have been looked for. */
  private void tellOfFewerRows(ReleasePlan plan, Bundle bundle) {
    long wanted =
        plan.rows().isPresent() ? plan.rows().getAsInt() : bundle.privacy().rowCount().used();
    int made = bundle.synthetic().rowCount();
    if (made < wanted) {
      output
          .err()
          .printf(
              Locale.ROOT,
              "FEWER ROWS: %,d and not %,d, as this memory has no room for more. Give Java more"
                  + " (-Xmx), or draw more from the release at no cost (tare sample).%n",
              made,
              wanted);
    }
  }

  /** Weighs synthetic rows that another tool has made. */
  Release weigh(
      Path data, Table rows, Schema schema, ReleasePlan plan, LedgerSource ledgers, Path out)
      throws IOException {
    return run(
        roomFor(
            () -> UnitFile.read(data, schema, layout), plan.withRows(Math.max(1, rows.rowCount()))),
        schema,
        rows.rowCount(),
        ledgers,
        out,
        (gate, kept, step) ->
            new Release(ReleaseRun.weigh(gate, rows, plan, kept, step), Optional.empty()));
  }

  /**
   * Rows that are refused, before the ledger is opened, where the release has no room beside them.
   */
  private static RowSource roomFor(RowSource data, ReleasePlan plan) {
    return () -> {
      BoundedRows units = data.read();
      ReleaseRun.requireMemory(units.schema(), plan, units.table().rowCount());
      return units;
    };
  }

  /** What is done behind the gate. */
  private interface Work {
    Release at(Gate gate, Kept kept, Progress progress);
  }

  private Release run(
      RowSource data, Schema schema, long rows, LedgerSource ledgers, Path out, Work work)
      throws IOException {
    ReleaseFolder.requireRoom(out, rows * (schema.columnCount() + 2L) * BYTES_PER_CELL);
    try (ProgressLine progress = ProgressLine.on(output.err())) {
      progress.at("reading rows");
      Opened opened = open(data, ledgers, name(out));
      KeptFile kept = KeptFile.of(opened.ledger().file(), name(out));
      tellOf(opened.ledger(), kept);
      Release release = work.at(opened.gate(), kept, progress::at);
      write(release.bundle(), out, progress::at);
      kept.delete();
      return release;
    }
  }

  /** A gate and the ledger it books in. */
  private record Opened(OpenLedger ledger, Gate gate) {}

  /** Reads rows into the gate; nothing else keeps them, so that they are gone when it lets go. */
  private static Opened open(RowSource data, LedgerSource ledgers, String name) throws IOException {
    BoundedRows units = data.read();
    OpenLedger opened = ledgers.open(units.table());
    return new Opened(
        opened, new Gate(PrivateTable.of(units), opened.ledger(), name, new SecureNoise()));
  }

  /** A new ledger is the one moment at which a second one for the same rows can be stopped. */
  private void tellOf(OpenLedger opened, KeptFile kept) {
    if (opened.isNew()) {
      output
          .err()
          .println(
              "NEW LEDGER: "
                  + opened.file()
                  + ", limit epsilon = "
                  + opened.ledger().limit().epsilon()
                  + ", delta = "
                  + opened.ledger().limit().delta()
                  + ", for "
                  + opened.ledger().filter().words()
                  + ". If these rows were ever charged under another name, stop and use that ledger.");
    }
    if (!kept.isEmpty()) {
      output.err().println("Taking up an earlier run: what it kept is not charged again.");
    }
  }

  private static void write(Bundle bundle, Path out, Progress progress) {
    try {
      progress.at("laying out the report");
      ReleaseFolder.write(out, bundle, Map.of("report.html", ReportPage.of(bundle)), progress);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "The release could not be written to "
              + out
              + ". What was charged for it stays in the ledger, because rows were used; what"
              + " could be kept stands beside the ledger, and the same command charges for the rest only.",
          e);
    }
  }

  /** Prints what a release is, for a person or a machine. */
  void tell(Release release, Path out) {
    tell(release, out, Optional.empty());
  }

  /**
   * Prints what a release is, for a person or a machine.
   *
   * @param whyTheseWeights why they were chosen, where nobody asked for them
   */
  void tell(Release release, Path out, Optional<String> whyTheseWeights) {
    Bundle bundle = release.bundle();
    if (output.json()) {
      output.printJson(facts(bundle, out));
      return;
    }
    PrintWriter print = output.out();
    PrivacyStatement privacy = bundle.privacy();
    print.println("Release written to " + out);
    print.println("  rows      " + bundle.synthetic().rowCount());
    print.println(
        "  guarantee " + said(privacy.spent()) + " (asked for: " + said(privacy.requested()) + ")");
    for (PrivacyStatement.Charge charge : privacy.charges()) {
      print.println("  charged   " + charge.purpose() + ": share " + said(charge.share()));
    }
    if (bundle.weights().isEmpty()) {
      print.println("  weights   " + release.weightsRefused().orElse("none"));
    }
    bundle
        .weights()
        .ifPresent(
            weights -> {
              print.println(
                  "  weights   "
                      + weights.method()
                      + ", verdict: "
                      + weights.quality().verdict().words());
              weights.quality().reasons().forEach(reason -> print.println("            " + reason));
            });
    whyTheseWeights.ifPresent(why -> print.println("            Chosen by itself: " + why));
  }

  private static String said(PrivacyStatement.Loss loss) {
    String epsilon = String.format(Locale.ROOT, "epsilon %.4g", loss.epsilon());
    return loss.delta() > 0
        ? epsilon + String.format(Locale.ROOT, ", delta %.3g", loss.delta())
        : epsilon;
  }

  private static Map<String, Object> facts(Bundle bundle, Path out) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("folder", out.toString());
    facts.put("rows", bundle.synthetic().rowCount());
    facts.put("epsilon", bundle.privacy().spent().epsilon());
    facts.put("delta", bundle.privacy().spent().delta());
    bundle
        .weights()
        .ifPresent(weights -> facts.put("verdict", weights.quality().verdict().words()));
    return facts;
  }

  private static String name(Path out) {
    Path last = out.toAbsolutePath().normalize().getFileName();
    return last == null ? "release" : last.toString();
  }
}
