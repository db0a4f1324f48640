package tare.audit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import tare.table.Table;
import tare.table.TableAppender;

/**
 * Loads the house once more with one number of one class off. The code that runs is the real one,
 * as compiled; nothing is copied.
 */
final class MutantLoader extends ClassLoader {

  /** Where a number is taken hold of, within a method. */
  sealed interface Place {
    String method();

    /** What the method gives back. */
    record Result(String method) implements Place {}

    /** What a call within it gives back. */
    record Call(String method, String callee) implements Place {}

    /** The last argument of a call within it. */
    record Argument(String method, String callee) implements Place {}

    /** A field that it reads. */
    record Field(String method, String field) implements Place {}

    /** A constant that it uses. */
    record Constant(String method, double value) implements Place {}

    /** The table that it is given: private rows in place of the public ones. */
    record Leak(String method) implements Place {}

    /** A method that does nothing but fail. */
    record Broken(String method) implements Place {}

    /** A method that returns at once: a check, or a step, that is left out. */
    record LeftOut(String method) implements Place {}

    /**
     * A place as docs/trust.md writes it: {@code method}, {@code method > callee}, {@code method >
     * callee(..)}, {@code method > .field} or {@code method > 2.0}.
     */
    static Place of(String words) {
      String[] parts = words.split(" > ");
      if (parts.length == 1) {
        return new Result(words);
      }
      if (parts[1].startsWith(".")) {
        return new Field(parts[0], parts[1].substring(1));
      }
      if (parts[1].endsWith("(..)")) {
        return new Argument(parts[0], parts[1].replace("(..)", ""));
      }
      return Character.isDigit(parts[1].charAt(0))
          ? new Constant(parts[0], Double.parseDouble(parts[1]))
          : new Call(parts[0], parts[1]);
    }
  }

  /** The rows that a mechanism was last given, kept where a leak finds them. */
  public static final class Leaked {
    /** Written and read by changed classes alone. */
    public static Table rows = new TableAppender(SixColumns.SCHEMA).finish();

    private Leaked() {}
  }

  /**
   * Packages, lowest first, that know nothing of those after them: they are shared with the real
   * house as far as the mutant is not among them or below.
   */
  private static final List<String> LOWEST_FIRST =
      List.of("schema", "random", "kernel", "progress", "table", "accounting", "noise", "model");

  /** Where a mechanism's rows come from. */
  private static final String GIVEN_ROWS = "tare.gate.TableRows";

  private static final Type TABLE = Type.getType(Table.class);

  private static final Set<Integer> RETURNS =
      Set.of(Opcodes.DRETURN, Opcodes.FRETURN, Opcodes.LRETURN, Opcodes.IRETURN);

  private final String mutant;
  private final Place place;
  private final double factor;
  private final List<String> shared;
  private int changed;

  MutantLoader(String mutant, Place place, double factor) {
    super(MutantLoader.class.getClassLoader());
    this.mutant = mutant;
    this.place = place;
    this.factor = factor;
    int end = LOWEST_FIRST.indexOf(mutant.split("\\.")[1]);
    this.shared = LOWEST_FIRST.subList(0, end < 0 ? LOWEST_FIRST.size() : end);
  }

  /** How many places the number stood at. */
  int changed() {
    return changed;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> known = findLoadedClass(name);
      if (known != null) {
        return known;
      }
      if (!name.startsWith("tare.") || isShared(name)) {
        return super.loadClass(name, resolve);
      }
      byte[] bytes = bytes(name);
      boolean listens = place instanceof Place.Leak && name.equals(GIVEN_ROWS);
      byte[] used = name.equals(mutant) || listens ? mutated(bytes) : bytes;
      return defineClass(name, used, 0, used.length);
    }
  }

  private boolean isShared(String name) {
    String inside = name.substring("tare.".length());
    return shared.stream().anyMatch(part -> inside.startsWith(part + "."));
  }

  private byte[] bytes(String name) throws ClassNotFoundException {
    try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private byte[] mutated(byte[] bytes) {
    ClassNode node = new ClassNode();
    new ClassReader(bytes).accept(node, 0);
    for (MethodNode method : node.methods) {
      if (place instanceof Place.Leak) {
        leak(node, method);
      } else if (place instanceof Place.Broken) {
        replace(method, new InsnNode(Opcodes.ACONST_NULL), new InsnNode(Opcodes.ATHROW));
      } else if (place instanceof Place.LeftOut) {
        replace(method, new InsnNode(Opcodes.RETURN));
      } else if (method.name.equals(place.method()) || place.method().equals("*")) {
        for (AbstractInsnNode at : method.instructions.toArray()) {
          change(method, at);
        }
      }
    }
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    node.accept(writer);
    return writer.toByteArray();
  }

  /** Notes the rows that are given to mechanisms, and puts them in the place of public ones. */
  private void leak(ClassNode node, MethodNode method) {
    InsnList list = new InsnList();
    String holder = Type.getInternalName(Leaked.class);
    if (node.name.equals(GIVEN_ROWS.replace('.', '/'))) {
      if (method.desc.equals("(Ltare/table/BoundedRows;)V")) {
        list.add(new VarInsnNode(Opcodes.ALOAD, 1));
        list.add(
            new MethodInsnNode(
                Opcodes.INVOKEVIRTUAL, "tare/table/BoundedRows", "table", "()" + TABLE));
        list.add(new FieldInsnNode(Opcodes.PUTSTATIC, holder, "rows", TABLE.getDescriptor()));
        method.instructions.insertBefore(lastReturn(method), list);
      }
      return;
    }
    if (!method.name.equals(place.method())) {
      return;
    }
    int local = (method.access & Opcodes.ACC_STATIC) == 0 ? 1 : 0;
    for (Type argument : Type.getArgumentTypes(method.desc)) {
      if (argument.equals(TABLE)) {
        list.add(new FieldInsnNode(Opcodes.GETSTATIC, holder, "rows", TABLE.getDescriptor()));
        list.add(new VarInsnNode(Opcodes.ASTORE, local));
        changed++;
      }
      local += argument.getSize();
    }
    method.instructions.insert(list);
  }

  private void replace(MethodNode method, InsnNode... body) {
    if (method.name.equals(place.method()) && (method.access & Opcodes.ACC_BRIDGE) == 0) {
      method.instructions.clear();
      method.tryCatchBlocks.clear();
      method.localVariables = null;
      for (InsnNode instruction : body) {
        method.instructions.add(instruction);
      }
      changed++;
    }
  }

  private static AbstractInsnNode lastReturn(MethodNode method) {
    AbstractInsnNode at = method.instructions.getLast();
    while (at.getOpcode() != Opcodes.RETURN) {
      at = at.getPrevious();
    }
    return at;
  }

  private void change(MethodNode method, AbstractInsnNode at) {
    if (place instanceof Place.Result && RETURNS.contains(at.getOpcode())) {
      before(method, at, Type.getReturnType(method.desc));
    } else if (at instanceof MethodInsnNode call) {
      if (place instanceof Place.Call wanted && call.name.equals(wanted.callee())) {
        after(method, at, Type.getReturnType(call.desc));
      } else if (place instanceof Place.Argument wanted && call.name.equals(wanted.callee())) {
        Type[] arguments = Type.getArgumentTypes(call.desc);
        if (arguments.length > 0 && arguments[arguments.length - 1] == Type.DOUBLE_TYPE) {
          before(method, at, Type.DOUBLE_TYPE);
        }
      }
    } else if (at instanceof FieldInsnNode field
        && place instanceof Place.Field wanted
        && field.getOpcode() == Opcodes.GETFIELD
        && field.name.equals(wanted.field())) {
      after(method, at, Type.getType(field.desc));
    } else if (place instanceof Place.Constant wanted && isConstant(at, wanted.value())) {
      after(
          method,
          at,
          at instanceof LdcInsnNode ldc && ldc.cst instanceof Float
              ? Type.FLOAT_TYPE
              : Type.DOUBLE_TYPE);
    }
  }

  private static boolean isConstant(AbstractInsnNode at, double value) {
    return (at instanceof LdcInsnNode ldc
            && (ldc.cst instanceof Double || ldc.cst instanceof Float)
            && ((Number) ldc.cst).doubleValue() == value)
        || (at.getOpcode() == Opcodes.DCONST_1 && value == 1);
  }

  private void before(MethodNode method, AbstractInsnNode at, Type type) {
    method.instructions.insertBefore(at, times(type));
  }

  private void after(MethodNode method, AbstractInsnNode at, Type type) {
    method.instructions.insert(at, times(type));
  }

  /** Multiplies the number on top of the stack. */
  private InsnList times(Type type) {
    InsnList list = new InsnList();
    switch (type.getSort()) {
      case Type.DOUBLE -> {}
      case Type.FLOAT -> list.add(new InsnNode(Opcodes.F2D));
      case Type.LONG -> list.add(new InsnNode(Opcodes.L2D));
      case Type.INT -> list.add(new InsnNode(Opcodes.I2D));
      default -> {
        return list;
      }
    }
    changed++;
    list.add(new LdcInsnNode(factor));
    list.add(new InsnNode(Opcodes.DMUL));
    switch (type.getSort()) {
      case Type.FLOAT -> list.add(new InsnNode(Opcodes.D2F));
      case Type.LONG -> list.add(new InsnNode(Opcodes.D2L));
      case Type.INT -> list.add(new InsnNode(Opcodes.D2I));
      default -> {}
    }
    return list;
  }
}
