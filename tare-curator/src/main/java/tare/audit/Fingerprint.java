package tare.audit;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
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
import java.util.Objects;
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

  private final MessageDigest digest;
  private final IdentityHashMap<Object, Integer> seen = new IdentityHashMap<>();

  private Fingerprint() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("This Java runtime offers no SHA-256.", e);
    }
  }

  static String of(@Nullable Object value) {
    Fingerprint fingerprint = new Fingerprint();
    fingerprint.add(value);
    return HexFormat.of().formatHex(fingerprint.digest.digest());
  }

  private void add(@Nullable Object value) {
    if (value == null) {
      text("null");
    } else if (isPlain(value)) {
      text(value.getClass().getName() + ":" + value);
    } else if (!seenBefore(value)) {
      structure(value);
    }
  }

  private static boolean isPlain(Object value) {
    return value instanceof Number
        || value instanceof CharSequence
        || value instanceof Boolean
        || value instanceof Character
        || value instanceof Enum<?>
        || value instanceof Class<?>;
  }

  /** An object met again is named by when it was met first, so that cycles end. */
  private boolean seenBefore(Object value) {
    Integer number = seen.putIfAbsent(value, seen.size());
    if (number != null) {
      text("again:" + number);
    }
    return number != null;
  }

  private void structure(Object value) {
    if (value.getClass().isArray()) {
      int length = Array.getLength(value);
      text("array:" + length);
      for (int i = 0; i < length; i++) {
        add(Array.get(value, i));
      }
    } else if (value instanceof Path path) {
      files(path);
    } else if (value instanceof Iterable<?> items) {
      text("items");
      items.forEach(this::add);
      text("end");
    } else if (value instanceof Map<?, ?> map) {
      entries(map);
    } else if (value instanceof Optional<?> optional) {
      add(optional.orElse(null));
    } else {
      fields(value);
    }
  }

  /** By the text of their keys, because hash maps have no order to rely on. */
  private void entries(Map<?, ?> map) {
    text("map:" + map.size());
    List<Map.Entry<?, ?>> entries = new ArrayList<>(map.entrySet());
    entries.sort(Comparator.comparing(entry -> String.valueOf(entry.getKey())));
    for (Map.Entry<?, ?> entry : entries) {
      add(entry.getKey());
      add(entry.getValue());
    }
  }

  private void fields(Object value) {
    // The number that the JVM adds to the name of a hidden class says nothing.
    text(value.getClass().getName().replaceAll("/0x[0-9a-f]+$", ""));
    for (Class<?> type = value.getClass();
        type != null && ours(type);
        type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          text(field.getName());
          add(read(field, value));
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

  private void files(Path path) {
    if (!Files.exists(path)) {
      text("no file");
      return;
    }
    try (Stream<Path> all = Files.walk(path)) {
      for (Path file : all.sorted().toList()) {
        text(Objects.toString(path.relativize(file)));
        if (Files.isRegularFile(file)) {
          add(Files.readAllBytes(file));
        }
      }
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException("A file of the artefacts could not be read.", e);
    }
  }

  private void text(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    digest.update(
        new byte[] {
          (byte) (bytes.length >>> 24),
          (byte) (bytes.length >>> 16),
          (byte) (bytes.length >>> 8),
          (byte) bytes.length
        });
    digest.update(bytes);
  }
}
