import java.nio.file.Path;
import tare.analysis.Coefficient;
import tare.analysis.Formula;
import tare.analysis.ModelData;
import tare.analysis.Regression;
import tare.analysis.WeightedRows;
import tare.release.FolderCheck;

/** What a release says, with tare-core alone: FOLDER. */
public final class AnalyseRelease {

  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    if (!FolderCheck.of(folder).passed()) {
      throw new IllegalStateException("This release does not verify.");
    }
    WeightedRows rows = WeightedRows.read(folder);
    Formula formula = Formula.parse("systolic ~ age + bmi", rows.frame().names());
    ModelData data = ModelData.of(formula, rows.frame(), rows.weights().meanOne());
    Coefficient age = Regression.linear(data).coefficient("age");
    System.out.println("age " + age.estimate());
  }
}
