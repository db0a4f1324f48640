package tare.audit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A digest of everything an object holds, by value: numbers, text, arrays, collections, files under
 * a path, and all fields of objects of this project, private ones and captured ones too. Two
 * objects with equal fingerprints carry the same information.
 *
 * <p>Points in time are left out: a clock tells nothing of rows. Of other library objects only the
 * type counts.
 */
final class Fingerprint {

  /** Fingerprints of objects met before: an object met twice counts by value, not by identity. */
  private final IdentityHashMap<Object, byte[]> known = new IdentityHashMap<>();

  /** Objects whose fingerprint is under way, so that cycles end. */
  private final IdentityHashMap<Object, Integer> open = new IdentityHashMap<>();

  private Fingerprint() {}

  static String of(@Nullable Object value) {
    return HexFormat.of().formatHex(new Fingerprint().take(value));
  }

  private byte[] take(@Nullable Object value) {
    Part part = new Part();
    if (value == null) {
      part.text("null");
      return part.finish();
    }
    if (isPlain(value)) {
      part.text(value.getClass().getName());
      part.text(value.toString());
      return part.finish();
    }
    byte[] before = known.get(value);
    if (before != null) {
      return before;
    }
    Integer depth = open.get(value);
    if (depth != null) {
      part.text("up:" + (open.size() - depth));
      return part.finish();
    }
    open.put(value, open.size());
    structure(value, part);
    open.remove(value);
    byte[] taken = part.finish();
    known.put(value, taken);
    return taken;
  }

  private static boolean isPlain(Object value) {
    return value instanceof Number
        || value instanceof CharSequence
        || value instanceof Boolean
        || value instanceof Character
        || value instanceof Enum<?>
        || value instanceof Class<?>;
  }

  private void structure(Object value, Part part) {
    if (value instanceof byte[] bytes) {
      part.text("bytes");
      part.bytes(bytes);
    } else if (value instanceof double[] numbers) {
      part.text("doubles");
      part.bytes(bytesOf(numbers));
    } else if (value.getClass().isArray()) {
      part.text(value.getClass().getName());
      for (int i = 0; i < Array.getLength(value); i++) {
        part.bytes(take(Array.get(value, i)));
      }
    } else if (value instanceof Path path) {
      files(path, part);
    } else if (value instanceof Iterable<?> items) {
      part.text("items");
      items.forEach(item -> part.bytes(take(item)));
    } else if (value instanceof Map<?, ?> map) {
      entries(map, part);
    } else if (value instanceof Optional<?> optional) {
      part.bytes(take(optional.orElse(null)));
    } else {
      fields(value, part);
    }
  }

  private static byte[] bytesOf(double[] numbers) {
    ByteBuffer buffer = ByteBuffer.allocate(Double.BYTES * numbers.length);
    buffer.asDoubleBuffer().put(numbers);
    return buffer.array();
  }

  /** By the text of their keys, because hash maps have no order to rely on. */
  private void entries(Map<?, ?> map, Part part) {
    part.text("map");
    List<Map.Entry<?, ?>> entries = new ArrayList<>(map.entrySet());
    entries.sort(Comparator.comparing(entry -> String.valueOf(entry.getKey())));
    for (Map.Entry<?, ?> entry : entries) {
      part.bytes(take(entry.getKey()));
      part.bytes(take(entry.getValue()));
    }
  }

  private void fields(Object value, Part part) {
    // The number that the JVM adds to the name of a hidden class says nothing.
    part.text(value.getClass().getName().replaceAll("/0x[0-9a-f]+$", ""));
    for (Class<?> type = value.getClass();
        type != null && ours(type);
        type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          part.text(field.getName());
          part.bytes(take(read(field, value)));
        }
      }
    }
  }

  private static boolean ours(Class<?> type) {
    return type.getName().startsWith("tare.");
  }

  private static @Nullable Object read(Field field, Object owner) {
    try {
      field.setAccessible(true);
      return field.get(owner);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("A field of this project could not be read.", e);
    }
  }

  private void files(Path path, Part part) {
    part.text("files");
    if (!Files.exists(path)) {
      return;
    }
    try (Stream<Path> all = Files.walk(path)) {
      for (Path file : all.sorted().toList()) {
        part.text(path.relativize(file).toString());
        if (Files.isRegularFile(file)) {
          part.bytes(Files.readAllBytes(file));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("A file of the artefacts could not be read.", e);
    }
  }

  /** A digest under way; every part is preceded by its length, so that no two run together. */
  private static final class Part {

    private final MessageDigest digest;

    Part() {
      try {
        digest = MessageDigest.getInstance("SHA-256");
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("This Java runtime offers no SHA-256.", e);
      }
    }

    void text(String text) {
      bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    void bytes(byte[] bytes) {
      digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
      digest.update(bytes);
    }

    byte[] finish() {
      return digest.digest();
    }
  }
}
