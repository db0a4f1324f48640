package tare.studio;

import java.util.List;
import java.util.Map;
import tare.report.Html;

/** Fields of a form, each with its label and, where it needs one, a hint. */
final class Forms {

  private Forms() {}

  /** A line of text. */
  static String text(String name, String label, String value, String hint) {
    return field("type=\"text\" value=\"" + Html.escaped(value) + "\"", name, label, hint);
  }

  /** A number. */
  static String number(String name, String label, String value, String hint) {
    return field(
        "type=\"text\" inputmode=\"decimal\" value=\"" + Html.escaped(value) + "\"",
        name,
        label,
        hint);
  }

  /** What nobody may read over a shoulder; never filled in by us. */
  static String secret(String name, String label, String hint) {
    return field("type=\"password\" autocomplete=\"off\"", name, label, hint);
  }

  private static String field(String attributes, String name, String label, String hint) {
    String described = hint.isEmpty() ? "" : " aria-describedby=\"" + name + "-hint\"";
    return "<div><label for=\""
        + name
        + "\">"
        + label
        + "</label><input id=\""
        + name
        + "\" name=\""
        + name
        + "\" "
        + attributes
        + described
        + ">"
        + hint(name, hint)
        + "</div>";
  }

  private static String hint(String name, String hint) {
    return hint.isEmpty()
        ? ""
        : "<p class=\"soft small\" id=\"" + name + "-hint\">" + hint + "</p>";
  }

  /** One of some words. */
  static String choice(String name, String label, String chosen, List<String> words, String hint) {
    Map<String, String> same = new java.util.LinkedHashMap<>();
    words.forEach(word -> same.put(word, word));
    return choice(name, label, chosen, same, hint);
  }

  /** One of some values, each with the words for it. */
  static String choice(String name, String label, String chosen, Map<String, String> words) {
    return choice(name, label, chosen, words, "");
  }

  private static String choice(
      String name, String label, String chosen, Map<String, String> words, String hint) {
    StringBuilder field = new StringBuilder("<div><label for=\"").append(name).append("\">");
    field.append(label).append("</label><select id=\"").append(name).append("\" name=\"");
    field.append(name).append('"');
    field.append(hint.isEmpty() ? "" : " aria-describedby=\"" + name + "-hint\"").append('>');
    words.forEach(
        (value, word) -> {
          field.append("<option value=\"").append(Html.escaped(value)).append('"');
          field.append(value.equals(chosen) ? " selected>" : ">");
          field.append(Html.escaped(word)).append("</option>");
        });
    return field.append("</select>").append(hint(name, hint)).append("</div>").toString();
  }

  /** A button that does one thing, with what it needs to know. */
  static String button(String action, String words, Map<String, String> hidden) {
    StringBuilder form = new StringBuilder("<form method=\"post\" action=\"").append(action);
    form.append("\">");
    hidden.forEach(
        (name, value) ->
            form.append("<input type=\"hidden\" name=\"")
                .append(name)
                .append("\" value=\"")
                .append(Html.escaped(value))
                .append("\">"));
    return form.append("<button>").append(words).append("</button></form>").toString();
  }
}
