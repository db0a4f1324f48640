package tare.release;

import java.util.List;
import tare.accounting.PrivacyEvent;

/**
 * The guarantee of a release, and what it was spent on.
 *
 * @param dataset the data set's name
 * @param unit what one row stands for: the unit that is protected
 * @param relation the neighbouring relation in words
 * @param requested the budget that was asked for
 * @param spent the guarantee that holds: all charges of this release composed, never above what was
 *     asked for
 * @param accountant the accountant that gave {@code spent}
 * @param rowCount the number of private rows as it was used, and how it became public
 * @param charges every mechanism that read private rows, in order
 * @param unprotected quantities that the guarantee does not cover, in words
 * @param notes randomness, floating point, and anything else a careful reader should know
 */
public record PrivacyStatement(
    String dataset,
    String unit,
    String relation,
    Loss requested,
    Loss spent,
    String accountant,
    RowCount rowCount,
    List<Charge> charges,
    List<String> unprotected,
    List<String> notes) {

  public PrivacyStatement {
    charges = List.copyOf(charges);
    unprotected = List.copyOf(unprotected);
    notes = List.copyOf(notes);
    if (spent.epsilon() > requested.epsilon() || spent.delta() > requested.delta()) {
      throw new IllegalArgumentException(
          "A release must not spend more than was asked for. Asked: "
              + requested
              + ", spent: "
              + spent);
    }
  }

  /**
   * An (epsilon, delta) pair as a statement makes it. Epsilon is infinite when rows were read
   * without protection.
   */
  public record Loss(double epsilon, double delta) {
    @Override
    public String toString() {
      return "epsilon = " + epsilon + ", delta = " + delta;
    }
  }

  /** The number of private rows as used in the release. */
  public record RowCount(long used, String source) {

    /** The source of a count that nothing was paid for. */
    public static final String DECLARED = "declared public by the curator";
  }

  /**
   * One mechanism that read private rows.
   *
   * @param purpose a few words, as in the ledger
   * @param share the part of the budget set aside for it
   * @param event the privacy event, as in the ledger
   * @param decides whether later events were chosen by what came out, as a bought row count chooses
   *     rates and steps
   */
  public record Charge(String purpose, Loss share, PrivacyEvent event, boolean decides) {

    /** A charge whose outcome decided no later event. */
    public Charge(String purpose, Loss share, PrivacyEvent event) {
      this(purpose, share, event, false);
    }
  }
}
