package org.moide.engine.loading;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The content of a class file: the fields and methods of the class, and the fields, methods and classes that its code
 * uses (Java Virtual Machine Specification, chapter 4). Names of classes contain slashes, as in that chapter.
 * Immutable; reading a class file runs none of its code.
 */
public final class ClassFile {
    public static final int STATIC = 0x0008;
    public static final int FINAL = 0x0010;
    public static final int PRIVATE = 0x0002;
    public static final int SYNTHETIC = 0x1000;
    public static final int ENUM = 0x4000;

    /** The name of a class initializer. */
    public static final String INITIALIZER = "<clinit>";

    private static final int MAGIC = 0xCAFEBABE;

    /**
     * The length in bytes of each instruction, by opcode. For instructions of variable length, {@link #length} is used
     * instead.
     */
    private static final byte[] LENGTHS = lengths();

    private final Constants constants;
    private final String name;
    private final @Nullable String above;
    private final List<String> interfaces = new ArrayList<>();
    private final List<Variable> fields = new ArrayList<>();
    private final List<Method> methods = new ArrayList<>();
    private final List<List<Integer>> bootstraps = new ArrayList<>();
    private String source = "";

    /** A field or method, identified by the class that owns it, its name and its descriptor. */
    public record Member(String owner, String name, String type) {}

    /**
     * A field that the class declares.
     *
     * @param constant whether it is a constant, whose value the compiler copies to each place that reads it
     */
    public record Variable(String name, String type, int flags, boolean constant) {
        public boolean is(int flag) {
            return (flags & flag) != 0;
        }
    }

    /** The ways in which an instruction uses a field, method or class. */
    public enum Kind {
        READS,
        WRITES,
        CALLS,
        CALLS_VIRTUALLY,
        MAKES
    }

    /**
     * An instruction that uses a field, method or class.
     *
     * @param line its line in the source; 0 if unknown
     * @param value the instruction before this one, if this one writes a field and no jump leads to it; otherwise
     *     {@code UNKNOWN}
     */
    public record Use(Kind kind, Member member, int line, Before value) {}

    /**
     * An instruction, reduced to what it says about the value that it passes to the next instruction.
     *
     * @param loads whether it loads a constant
     * @param constant the constant that it loads, which may be null
     * @param called the method that it calls; null if it calls none
     */
    public record Before(
            boolean loads,
            @Nullable Object constant,
            @Nullable Member called) {
        static final Before UNKNOWN = new Before(false, null, null);
    }

    /** A method that the class declares, with the uses in its code, in the order of the instructions. */
    public record Method(String name, String type, int flags, List<Use> uses) {}

    private ClassFile(byte[] file) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(file));
        if (in.readInt() != MAGIC) {
            throw new IOException("expected a class file, found another");
        }
        in.readInt(); // the version
        constants = new Constants(in);
        in.readUnsignedShort();
        name = constants.className(in.readUnsignedShort());
        int superclass = in.readUnsignedShort();
        above = superclass == 0 ? null : constants.className(superclass);
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            interfaces.add(constants.className(in.readUnsignedShort()));
        }
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            fields.add(field(in));
        }
        List<Unread> unread = new ArrayList<>();
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            unread.add(unread(in));
        }
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            classAttribute(constants.text(in.readUnsignedShort()), in.readNBytes(in.readInt()));
        }
        for (Unread method : unread) {
            methods.add(new Method(method.name(), method.type(), method.flags(), List.copyOf(uses(method.code()))));
        }
    }

    /**
     * Reads a class file.
     *
     * @throws IOException if the bytes are not a class file
     */
    public static ClassFile of(byte[] file) throws IOException {
        try {
            return new ClassFile(file);
        } catch (RuntimeException broken) {
            throw new IOException("expected a class file, found a broken one", broken);
        }
    }

    public String name() {
        return name;
    }

    /** Returns the name of the superclass; null if there is none. */
    public @Nullable String above() {
        return above;
    }

    public List<String> interfaces() {
        return interfaces;
    }

    public List<Variable> fields() {
        return fields;
    }

    public List<Method> methods() {
        return methods;
    }

    /** Returns the name of its source file; empty if the compiler left it out. */
    public String source() {
        return source;
    }

    /** Returns all texts in the constant pool: names, descriptors, signatures and others. */
    public Set<String> texts() {
        Set<String> all = new HashSet<>();
        for (String text : constants.texts) {
            if (text != null) {
                all.add(text);
            }
        }
        return all;
    }

    private Variable field(DataInputStream in) throws IOException {
        int flags = in.readUnsignedShort();
        String called = constants.text(in.readUnsignedShort());
        String type = constants.text(in.readUnsignedShort());
        boolean constant = false;
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            constant |= constants.text(in.readUnsignedShort()).equals("ConstantValue");
            in.skipNBytes(in.readInt());
        }
        return new Variable(called, type, flags, constant && (flags & FINAL) != 0);
    }

    /**
     * A method whose code is not parsed yet. The code may refer to bootstrap methods, which follow later in the file.
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Unread(String name, String type, int flags, byte[] code) {}

    private Unread unread(DataInputStream in) throws IOException {
        int flags = in.readUnsignedShort();
        String called = constants.text(in.readUnsignedShort());
        String type = constants.text(in.readUnsignedShort());
        byte[] code = {};
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            boolean isCode = constants.text(in.readUnsignedShort()).equals("Code");
            byte[] attribute = in.readNBytes(in.readInt());
            code = isCode ? attribute : code;
        }
        return new Unread(called, type, flags, code);
    }

    private void classAttribute(String kind, byte[] attribute) {
        ByteBuffer in = ByteBuffer.wrap(attribute);
        if (kind.equals("SourceFile")) {
            source = constants.text(in.getShort() & 0xFFFF);
        } else if (kind.equals("BootstrapMethods")) {
            for (int left = in.getShort() & 0xFFFF; left > 0; left--) {
                List<Integer> all = new ArrayList<>();
                all.add(in.getShort() & 0xFFFF);
                for (int arguments = in.getShort() & 0xFFFF; arguments > 0; arguments--) {
                    all.add(in.getShort() & 0xFFFF);
                }
                bootstraps.add(all);
            }
        }
    }

    // --- code -------------------------------------------------------------------------------------------------------

    private List<Use> uses(byte[] attribute) {
        List<Use> uses = new ArrayList<>();
        if (attribute.length == 0) {
            return uses;
        }
        ByteBuffer in = ByteBuffer.wrap(attribute);
        in.getInt(); // stack and variables
        int length = in.getInt();
        ByteBuffer code = in.slice(in.position(), length);
        int[] lines = lines(in.position(in.position() + length), length);
        BitSet targets = targets(code);
        Before before = Before.UNKNOWN;
        for (int at = 0; at < length; at += length(code, at)) {
            int does = code.get(at) & 0xFF;
            if (targets.get(at)) {
                before = Before.UNKNOWN;
            }
            before = use(code, at, does, lines[at], before, uses);
        }
        return uses;
    }

    private Before use(ByteBuffer code, int at, int does, int line, Before before, List<Use> uses) {
        switch (does) {
            case 178, 179 ->
                uses.add(new Use(
                        does == 178 ? Kind.READS : Kind.WRITES, constants.member(word(code, at)), line, before));
            case 182, 183, 184, 185 -> {
                Member called = constants.member(word(code, at));
                Kind kind = does == 183 || does == 184 ? Kind.CALLS : Kind.CALLS_VIRTUALLY;
                uses.add(new Use(kind, called, line, Before.UNKNOWN));
                return new Before(false, null, called);
            }
            case 186 -> {
                for (int constant : bootstraps.get(constants.first[word(code, at)])) {
                    if (constants.tags[constant] == 15) {
                        uses.add(new Use(
                                constants.kindOfHandle(constant),
                                constants.member(constants.second[constant]),
                                line,
                                Before.UNKNOWN));
                    }
                }
            }
            case 187 ->
                uses.add(new Use(
                        Kind.MAKES, new Member(constants.className(word(code, at)), "", ""), line, Before.UNKNOWN));
            case 1 -> {
                return new Before(true, null, null);
            }
            case 2, 3, 4, 5, 6, 7, 8 -> {
                return new Before(true, does - 3, null);
            }
            case 9, 10 -> {
                return new Before(true, (long) does - 9, null);
            }
            case 11, 12, 13 -> {
                return new Before(true, (float) (does - 11), null);
            }
            case 14, 15 -> {
                return new Before(true, (double) (does - 14), null);
            }
            case 16 -> {
                return new Before(true, (int) code.get(at + 1), null);
            }
            case 17 -> {
                return new Before(true, (int) code.getShort(at + 1), null);
            }
            case 18 -> {
                return constants.loaded(code.get(at + 1) & 0xFF);
            }
            case 19, 20 -> {
                return constants.loaded(word(code, at));
            }
            default -> {
                return Before.UNKNOWN;
            }
        }
        return Before.UNKNOWN;
    }

    private static int word(ByteBuffer code, int at) {
        return code.getShort(at + 1) & 0xFFFF;
    }

    private int[] lines(ByteBuffer in, int length) {
        int[] lines = new int[length];
        int handlers = in.getShort() & 0xFFFF;
        in.position(in.position() + 8 * handlers);
        for (int left = in.getShort() & 0xFFFF; left > 0; left--) {
            String kind = constants.text(in.getShort() & 0xFFFF);
            int bytes = in.getInt();
            int end = in.position() + bytes;
            if (kind.equals("LineNumberTable")) {
                for (int entries = in.getShort() & 0xFFFF; entries > 0; entries--) {
                    int start = in.getShort() & 0xFFFF;
                    lines[start] = in.getShort() & 0xFFFF;
                }
            }
            in.position(end);
        }
        for (int at = 1; at < length; at++) {
            lines[at] = lines[at] == 0 ? lines[at - 1] : lines[at];
        }
        return lines;
    }

    private static BitSet targets(ByteBuffer code) {
        BitSet targets = new BitSet(code.limit());
        for (int at = 0; at < code.limit(); at += length(code, at)) {
            int does = code.get(at) & 0xFF;
            if ((does >= 153 && does <= 168) || does == 198 || does == 199) {
                targets.set(at + code.getShort(at + 1));
            } else if (does == 200 || does == 201) {
                targets.set(at + code.getInt(at + 1));
            }
        }
        return targets;
    }

    private static int length(ByteBuffer code, int at) {
        int does = code.get(at) & 0xFF;
        int padded = (at & ~3) + 4;
        return switch (does) {
            case 170 -> padded + 12 + 4 * (code.getInt(padded + 8) - code.getInt(padded + 4) + 1) - at;
            case 171 -> padded + 8 + 8 * code.getInt(padded + 4) - at;
            case 196 -> (code.get(at + 1) & 0xFF) == 132 ? 6 : 4;
            default -> LENGTHS[does];
        };
    }

    private static byte[] lengths() {
        byte[] all = new byte[256];
        java.util.Arrays.fill(all, (byte) 1);
        for (int two : new int[] {16, 18, 21, 22, 23, 24, 25, 54, 55, 56, 57, 58, 169, 188}) {
            all[two] = 2;
        }
        for (int three : new int[] {17, 19, 20, 132, 187, 189, 192, 193, 198, 199}) {
            all[three] = 3;
        }
        java.util.Arrays.fill(all, 153, 169, (byte) 3);
        java.util.Arrays.fill(all, 178, 185, (byte) 3);
        all[197] = 4;
        for (int five : new int[] {185, 186, 200, 201}) {
            all[five] = 5;
        }
        return all;
    }

    /** The constant pool of a class file (Java Virtual Machine Specification, 4.4). */
    private static final class Constants {
        private final @Nullable String[] texts;
        private final @Nullable Object[] numbers;
        private final int[] first;
        private final int[] second;
        private final byte[] tags;

        Constants(DataInputStream in) throws IOException {
            int count = in.readUnsignedShort();
            texts = new String[count];
            numbers = new Object[count];
            first = new int[count];
            second = new int[count];
            tags = new byte[count];
            for (int at = 1; at < count; at++) {
                tags[at] = in.readByte();
                switch (tags[at]) {
                    case 1 -> texts[at] = in.readUTF();
                    case 3 -> numbers[at] = in.readInt();
                    case 4 -> numbers[at] = in.readFloat();
                    case 5 -> numbers[at] = in.readLong();
                    case 6 -> numbers[at] = in.readDouble();
                    case 7, 8, 16, 19, 20 -> first[at] = in.readUnsignedShort();
                    case 9, 10, 11, 12, 17, 18 -> {
                        first[at] = in.readUnsignedShort();
                        second[at] = in.readUnsignedShort();
                    }
                    case 15 -> {
                        first[at] = in.readByte();
                        second[at] = in.readUnsignedShort();
                    }
                    default -> throw new IOException("no constant is of kind " + tags[at]);
                }
                at += tags[at] == 5 || tags[at] == 6 ? 1 : 0; // they take two places
            }
        }

        String text(int at) {
            String text = texts[at];
            return text == null ? "" : text;
        }

        String className(int at) {
            return text(first[at]);
        }

        Member member(int at) {
            int named = second[at];
            return new Member(className(first[at]), text(first[named]), text(second[named]));
        }

        Kind kindOfHandle(int at) {
            return switch (first[at]) {
                case 1, 2 -> Kind.READS;
                case 3, 4 -> Kind.WRITES;
                case 5, 9 -> Kind.CALLS_VIRTUALLY;
                default -> Kind.CALLS;
            };
        }

        Before loaded(int at) {
            Object number = numbers[at];
            if (number != null) {
                return new Before(true, number, null);
            }
            return tags[at] == 8 ? new Before(true, text(first[at]), null) : Before.UNKNOWN;
        }
    }
}
