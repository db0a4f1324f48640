package tare.studio;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tare.release.ReleaseFolder;
import tare.report.Html;
import tare.report.ReportPage;

/** A release in the making, and its report. */
final class ReleasePages {

  private ReleasePages() {}

  static String html(Workspace workspace) throws IOException {
    Optional<ReleaseWork> work = workspace.work();
    if (work.isEmpty()) {
      return "<p>Nothing is being made. <a class=\"button\" href=\"plan\">Plan a release</a></p>";
    }
    return switch (work.get().state()) {
      case RUNNING -> running(work.get());
      case DONE ->
          "<p role=\"status\">The release <strong>"
              + Html.escaped(work.get().name())
              + "</strong> is written to "
              + Html.escaped(workspace.folder().resolve(work.get().name()).toString())
              + ".</p><p><a class=\"button\" href=\"report\">Read the report</a> <a class=\"button\" href=\"analyse\">Analyse it</a></p>";
      case CANCELLED, FAILED -> ended(workspace, work.get());
    };
  }

  private static String running(ReleaseWork work) throws IOException {
    return "<div id=\"progress\" data-running=\"yes\"><p role=\"status\" aria-live=\"polite\"><span id=\"step\">"
        + Html.escaped(work.step())
        + "</span> · <span id=\"seconds\">"
        + String.format(Locale.ROOT, "%.0f", work.seconds())
        + " s</span></p><progress aria-label=\"Making the release\"></progress></div>"
        + "<form method=\"post\" action=\"release/cancel\"><button id=\"cancel\" class=\"quiet\">Cancel</button><p class=\"soft small\">What a cancel costs: charges are booked before rows are read, and stay booked. So far: <span id=\"charged\">"
        + Html.escaped(work.charged().orElse("nothing"))
        + "</span>. What is finished by then is kept, and taking the run up again does not charge for it twice; what is being bought at that moment is lost. There will be no release folder.</p></form><noscript><p><a href=\"release\">Look again</a></p></noscript>";
  }

  private static String ended(Workspace workspace, ReleaseWork work) throws IOException {
    String lost = work.lost().map(ReleasePages::lost).orElse("");
    String again =
        workspace.unfinished().contains(work.name())
            ? "<p>What was finished is kept beside the ledger, and is not charged twice when the run is taken up again.</p>"
                + Forms.button("release/again", "Take it up again", Map.of("name", work.name()))
            : "";
    return "<div class=\"card verdict not\" role=\"alert\"><p>"
        + Html.escaped(work.message())
        + "</p></div><p>Charged for it: "
        + Html.escaped(work.charged().orElse("nothing"))
        + ".</p>"
        + lost
        + again
        + "<p><a class=\"button\" href=\"plan\">Back to the plan</a> <a href=\"ledger\">See the ledger</a></p>";
  }

  private static String lost(String purposes) {
    return "<p>Of this nothing came, because it was under way when the run ended: "
        + Html.escaped(purposes)
        + ". The charge stays. Who needs it has to buy it again, if the ledger has room for that.</p>";
  }

  /** How it stands, for the page's script. Steps and purposes are fixed words of ours. */
  static String json(Workspace workspace) throws IOException {
    Optional<ReleaseWork> work = workspace.work();
    if (work.isEmpty()) {
      return "{\"state\":\"NONE\"}";
    }
    return String.format(
        Locale.ROOT,
        "{\"state\":\"%s\",\"step\":\"%s\",\"seconds\":\"%.0f s%s\",\"done\":%.3f,\"charged\":\"%s\"}",
        work.get().state(),
        plain(work.get().step()),
        work.get().seconds(),
        work.get().left(),
        Double.isNaN(work.get().done()) ? -1 : work.get().done(),
        plain(work.get().charged().orElse("nothing")));
  }

  private static String plain(String text) {
    return text.replaceAll("[^A-Za-z0-9 ,.:()-]", " ");
  }

  static String report(Workspace workspace, String release) throws IOException {
    String body = ReportPage.body(ReleaseFolder.read(workspace.folder().resolve(release)));
    return body.replace(
        "href=\"#", "href=\"report?release=" + release.replaceAll("[^A-Za-z0-9._-]", "") + "#");
  }
}
