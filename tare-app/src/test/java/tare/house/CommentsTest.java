package tare.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every public class and method of the library says what it is. Constructors follow from their
 * class, overriding methods from what they override, {@code withX} from X.
 */
class CommentsTest {

  private static final List<String> MODULES = List.of("tare-core", "tare-curator", "tare-report");

  private static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    for (String module : MODULES) {
      try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
        files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
      }
    }
    return sources;
  }

  /** Public classes and methods of some files without a comment. */
  private static List<String> silent(List<Path> sources) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<String> silent = new ArrayList<>();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  files,
                  null,
                  List.of("-proc:none"),
                  null,
                  files.getJavaFileObjectsFromPaths(sources));
      DocTrees comments = DocTrees.instance(task);
      for (CompilationUnitTree file : task.parse()) {
        new Reader(comments, file.getPackageName() + ".", silent).scan(file, false);
      }
    }
    return silent;
  }

  /** Walks through public parts of a file; the value says whether they are an interface's. */
  private static final class Reader extends TreePathScanner<@Nullable Void, Boolean> {
    private final DocTrees comments;
    private final String place;
    private final List<String> silent;

    Reader(DocTrees comments, String place, List<String> silent) {
      this.comments = comments;
      this.place = place;
      this.silent = silent;
    }

    @Override
    public @Nullable Void visitClass(ClassTree type, Boolean inInterface) {
      if (isPublic(type.getModifiers(), inInterface) && !type.getSimpleName().isEmpty()) {
        String name = place + type.getSimpleName();
        demand(name);
        Reader inside = new Reader(comments, name + ".", silent);
        for (Tree member : type.getMembers()) {
          inside.scan(
              new TreePath(getCurrentPath(), member), type.getKind() == Tree.Kind.INTERFACE);
        }
      }
      return null;
    }

    @Override
    public @Nullable Void visitMethod(MethodTree method, Boolean inInterface) {
      String name = method.getName().toString();
      boolean overrides =
          method.getModifiers().getAnnotations().stream()
              .anyMatch(a -> a.getAnnotationType().toString().equals("Override"));
      if (isPublic(method.getModifiers(), inInterface)
          && !overrides
          && !name.equals("<init>")
          && !name.startsWith("with")) {
        demand(place + name);
      }
      return null;
    }

    private static boolean isPublic(ModifiersTree modifiers, boolean inInterface) {
      return modifiers.getFlags().contains(Modifier.PUBLIC)
          || (inInterface && !modifiers.getFlags().contains(Modifier.PRIVATE));
    }

    private void demand(String name) {
      if (comments.getDocCommentTree(getCurrentPath()) == null) {
        silent.add(name);
      }
    }
  }

  @Test
  void everyPublicThingSaysWhatItIs() throws IOException {
    assertThat(silent(sources())).isEmpty();
  }

  @Test
  void whatSaysNothingIsFound(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("Quiet.java");
    Files.writeString(
        file,
        """
        package tare.quiet;
        /** Says so. */
        public final class Quiet {
          public static int loud() { return 1; }
          int hidden() { return 2; }
          public interface Part { void act(); }
        }
        """);
    assertThat(silent(List.of(file)))
        .containsExactly(
            "tare.quiet.Quiet.loud", "tare.quiet.Quiet.Part", "tare.quiet.Quiet.Part.act");
  }
}
