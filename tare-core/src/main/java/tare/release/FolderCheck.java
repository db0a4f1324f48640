package tare.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tare.release.Verification.Check;
import tare.schema.BadInputException;
import tare.schema.Formulas;
import tare.schema.Schema;

/** Checks a release folder against its own manifest and statements. */
public final class FolderCheck {

  private final Path folder;
  private final List<Check> checks = new ArrayList<>();

  private FolderCheck(Path folder) {
    this.folder = folder;
  }

  /**
   * Checks that every file is the one that was written, that the files agree with each other, and
   * that the privacy statement follows from its events.
   */
  public static Verification of(Path folder) throws IOException {
    FolderCheck check = new FolderCheck(folder);
    if (check.checksums()) {
      check.contents();
    }
    return new Verification(check.checks);
  }

  private boolean checksums() throws IOException {
    Path file = folder.resolve(Manifest.FILE);
    if (!Files.isRegularFile(file)) {
      checks.add(
          new Check("manifest", false, "There is no " + Manifest.FILE + ": not a whole release."));
      return false;
    }
    Manifest manifest;
    try {
      manifest = Manifest.fromJson(ReleaseFolder.readJson(file));
    } catch (IllegalArgumentException | BadInputException e) {
      checks.add(new Check("manifest", false, String.valueOf(e.getMessage())));
      return false;
    }
    Map<String, String> found = new TreeMap<>(Manifest.of(folder).sums());
    boolean whole = true;
    for (Map.Entry<String, String> entry : new TreeMap<>(manifest.sums()).entrySet()) {
      String sum = found.remove(entry.getKey());
      if (sum == null) {
        checks.add(new Check(entry.getKey(), false, "The file is missing."));
        whole = false;
      } else if (!sum.equals(entry.getValue())) {
        checks.add(
            new Check(entry.getKey(), false, "The file was changed after the release was made."));
        whole = false;
      } else {
        checks.add(new Check(entry.getKey(), true, "unchanged"));
      }
    }
    for (String stranger : found.keySet()) {
      checks.add(new Check(stranger, false, "The file is not part of the release."));
    }
    return whole;
  }

  private void contents() throws IOException {
    try {
      Bundle bundle = ReleaseFolder.read(folder);
      checks.add(
          new Check(
              "rows",
              true,
              bundle.synthetic().rowCount()
                  + " rows that fit the declared schema"
                  + formulas(bundle.synthetic().schema())));
      PrivacyStatement privacy = bundle.privacy();
      checks.add(new Check("privacy statement", true, "claims " + privacy.spent()));
      bundle.weights().ifPresent(this::weights);
      checks.addAll(StatementCheck.of(privacy));
    } catch (BadInputException | IllegalArgumentException e) {
      checks.add(new Check("contents", false, String.valueOf(e.getMessage())));
    }
  }

  private static String formulas(Schema schema) {
    int count = Formulas.in(schema).size();
    return count == 0
        ? ""
        : "; a spreadsheet would run "
            + count
            + " of its names or levels as formulas: load the rows as text";
  }

  private void weights(WeightStatement statement) {
    double sum = 0;
    for (double logWeight : statement.weights().logWeights()) {
      sum += Math.exp(logWeight);
    }
    double mean = sum / statement.weights().size();
    boolean one = Math.abs(mean - 1) < 1e-6;
    checks.add(
        new Check(
            "weights",
            one,
            "mean " + mean + ", verdict: " + statement.quality().verdict().words()));
  }
}
