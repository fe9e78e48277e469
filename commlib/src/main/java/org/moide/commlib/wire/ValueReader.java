package org.moide.commlib.wire;

import java.lang.reflect.Array;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Decodes one value whose bytes have all arrived. Each value takes at least one byte, so a length is checked against
 * the remaining bytes before anything is allocated: a value needs memory only in proportion to its bytes. No object is
 * referenced twice, so a value is a tree, and the time to walk through it is in proportion to its bytes too.
 */
final class ValueReader {
    private final ByteReader source;
    private final @Nullable ClassLoader loader;
    private final List<Class<?>> classes;
    private final @Nullable Zeros outlines;
    private final List<?> beside;
    private int besideRead;
    private int depth;

    /**
     * Arrays of zeros, for byte arrays of which an outline has only the length. They are never changed, so arrays of
     * one length are the same object.
     */
    static final class Zeros {
        /** About the memory that the JVM needs for an array beside its elements. */
        private static final int HEAD_BYTES = 24;

        private final long mostBytes;
        private final Map<Integer, byte[]> known = new HashMap<>();
        private long left;
        private long leftOfValue;

        Zeros(long mostBytes) {
            this.mostBytes = mostBytes;
            this.left = mostBytes;
        }

        /** Begins the next value. Its references to the arrays may again take as much memory as the limit allows. */
        void nextValue() {
            leftOfValue = mostBytes;
        }

        byte[] array(int length) {
            leftOfValue -= Long.BYTES;
            byte[] array = leftOfValue < 0 ? null : known.get(length);
            if (array == null) {
                left -= (long) length + HEAD_BYTES;
                if (length < 0 || left < 0 || leftOfValue < 0) {
                    throw new IllegalArgumentException(
                            "expected an array for which there is room, found one of " + length + " bytes");
                }
                array = new byte[length];
                known.put(length, array);
            }
            return array;
        }

        byte[] beginning(int length, byte[] first) {
            if (first.length == 0) {
                return array(length);
            }
            leftOfValue -= (long) length + HEAD_BYTES;
            if (length < first.length || leftOfValue < 0) {
                throw new IllegalArgumentException("expected an array for which there is room, found one of " + length
                        + " bytes that begins with " + first.length);
            }
            return Arrays.copyOf(first, length);
        }
    }

    /**
     * Creates a reader of a value that stands alone.
     *
     * @param beside the arrays that were kept apart; each occurs once in the value
     */
    ValueReader(ByteReader source, @Nullable ClassLoader loader, List<?> beside) {
        this(source, loader, new ArrayList<>(), null, beside);
    }

    /**
     * Creates a reader of the outline of a value (the value without the byte arrays of applications) that follows
     * others.
     *
     * @param classes the classes that the earlier values have named
     * @param outlines the arrays of zeros; null if the value is not an outline
     */
    ValueReader(ByteReader source, @Nullable ClassLoader loader, List<Class<?>> classes, @Nullable Zeros outlines) {
        this(source, loader, classes, outlines, List.of());
    }

    private ValueReader(
            ByteReader source,
            @Nullable ClassLoader loader,
            List<Class<?>> classes,
            @Nullable Zeros outlines,
            List<?> beside) {
        this.beside = beside;
        this.source = source;
        this.loader = loader;
        this.classes = classes;
        this.outlines = outlines;
    }

    /**
     * Decodes one value from the source.
     *
     * @throws RuntimeException if the bytes are malformed, or a record refuses its components
     */
    @Nullable
    Object read() throws ClassNotFoundException {
        depth++;
        if (depth > Travelling.MOST_DEPTH) {
            throw new IllegalArgumentException("expected values nested at most " + Travelling.MOST_DEPTH + " deep");
        }
        Object value = value(Tag.of(source.get()));
        depth--;
        return value;
    }

    /**
     * Checks that the whole source has been read, and all arrays that were kept apart.
     *
     * @throws IllegalArgumentException if bytes or arrays are left
     */
    void end() {
        source.end();
        if (besideRead < beside.size()) {
            throw new IllegalArgumentException(
                    "expected a value with " + beside.size() + " arrays beside it, found one with " + besideRead);
        }
    }

    private @Nullable Object value(Tag tag) throws ClassNotFoundException {
        return switch (tag) {
            case NULL -> null;
            case TRUE -> true;
            case FALSE -> false;
            case BYTE -> source.get();
            case CHARACTER -> source.getChar();
            case SHORT -> source.getShort();
            case INTEGER -> source.getInt();
            case LONG -> source.getLong();
            case FLOAT -> source.getFloat();
            case DOUBLE -> source.getDouble();
            case TEXT, WIDE_TEXT -> text(tag);
            case ENUM -> constant();
            case RECORD -> message();
            case NUMBERS -> numbers();
            case ARRAY -> array();
            case LIST -> Collections.unmodifiableList(Arrays.asList(elements(source.count(1))));
            case SET -> set();
            case MAP -> map();
            case UUID -> new UUID(source.getLong(), source.getLong());
            case DURATION -> Duration.ofSeconds(source.getLong(), source.getInt());
            case INSTANT -> Instant.ofEpochSecond(source.getLong(), source.getInt());
            case OUTLINE -> outline(zeros());
            case OUTLINES -> outlines(zeros());
            case BESIDE -> beside();
            case EXTENSIBLE -> extensible();
        };
    }

    private Object beside() {
        if (besideRead == beside.size()) {
            throw new IllegalArgumentException(
                    "expected a value with " + beside.size() + " arrays beside it, found one with more");
        }
        return beside.get(besideRead++);
    }

    private Zeros zeros() {
        if (outlines == null) {
            throw new IllegalArgumentException("expected a whole value, found an outline");
        }
        return outlines;
    }

    private byte[] outline(Zeros zeros) {
        int length = source.getInt();
        return zeros.beginning(length, source.array());
    }

    private List<byte[]> outlines(Zeros zeros) {
        int count = source.getInt();
        List<byte[]> arrays = new ArrayList<>();
        while (arrays.size() < count) {
            int same = source.getInt();
            int length = source.getInt();
            if (same < 1 || same > count - arrays.size()) {
                throw new IllegalArgumentException("expected up to " + count + " arrays, found " + same + " more");
            }
            for (int made = 0; made < same; made++) {
                arrays.add(zeros.array(length));
            }
        }
        return Collections.unmodifiableList(arrays);
    }

    private boolean travels(Class<?> type) {
        return outlines == null ? Travelling.isMessage(type) : Travelling.isOutlined(type);
    }

    private String text(Tag tag) {
        return tag == Tag.TEXT ? source.text() : source.slice().asCharBuffer().toString();
    }

    private String text() {
        Tag tag = Tag.of(source.get());
        if (tag != Tag.TEXT && tag != Tag.WIDE_TEXT) {
            throw new IllegalArgumentException("expected a text, found a value of kind " + tag);
        }
        return text(tag);
    }

    private Class<?> type() throws ClassNotFoundException {
        int known = source.getInt();
        if (known == Travelling.NEW_CLASS) {
            Class<?> type = found(text());
            if (!Travelling.isComponent(type) && !travels(type)) {
                throw new IllegalArgumentException(Travelling.unexpected(type));
            }
            classes.add(type);
            return type;
        }
        return classes.get(known);
    }

    private Class<?> found(String name) throws ClassNotFoundException {
        try {
            return Class.forName(MessageNames.fullName(name), false, loader);
        } catch (ClassNotFoundException unknown) {
            String other = outlines == null ? MessageNames.unknownKind(name) : null;
            if (other != null) {
                Class<?> stands = Class.forName(other, false, loader);
                if (ExtensibleRecord.UnknownKind.class.isAssignableFrom(stands)) {
                    return stands;
                }
            }
            throw unknown;
        }
    }

    private Class<?> messageType() throws ClassNotFoundException {
        Class<?> type = type();
        if (!travels(type)) {
            throw new IllegalArgumentException(Travelling.unexpected(type));
        }
        return type;
    }

    private Object constant() throws ClassNotFoundException {
        Class<?> type = messageType();
        String name = text();
        for (Object constant : type.isEnum() ? type.getEnumConstants() : new Object[0]) {
            if (((Enum<?>) constant).name().equals(name)) {
                return constant;
            }
        }
        throw new IllegalArgumentException("expected a constant of " + type.getName() + ", found " + name);
    }

    private Object message() throws ClassNotFoundException {
        Class<?> type = messageType();
        if (!type.isRecord()) {
            throw new IllegalArgumentException("expected a record, found " + type.getName());
        }
        RecordMaker maker = RecordMaker.of(type);
        if (outlines == null && maker.isExtensible()) {
            throw new IllegalArgumentException(
                    "expected the number of components of " + type.getName() + ", found none");
        }
        return maker.make(elements(maker.components()));
    }

    /** Reads a record that another version may have written: skips unknown components. */
    private Object extensible() throws ClassNotFoundException {
        Class<?> type = messageType();
        if (outlines != null || !type.isRecord() || !Travelling.isExtensible(type)) {
            throw new IllegalArgumentException("expected an extensible record, found " + type.getName());
        }
        RecordMaker maker = RecordMaker.of(type);
        ByteReader bytes = source.part();
        int written = bytes.count(1);
        ValueReader part = new ValueReader(bytes, loader, List.of());
        part.depth = depth;
        @Nullable Object[] components = new Object[maker.components()];
        for (int index = 0; index < components.length; index++) {
            components[index] = index < written ? part.read() : maker.missing(index);
        }
        if (written <= components.length) {
            part.end();
        }
        return maker.make(components);
    }

    private Object numbers() {
        Numbers numbers = Numbers.of(source.get());
        return source.numbers(numbers, source.getInt());
    }

    private Object array() throws ClassNotFoundException {
        Class<?> component = type();
        int length = source.count(1);
        @Nullable Object[] array = (@Nullable Object[]) Array.newInstance(component, length);
        for (int index = 0; index < length; index++) {
            array[index] = read();
        }
        return array;
    }

    private @Nullable Object[] elements(int length) throws ClassNotFoundException {
        @Nullable Object[] elements = new Object[length];
        for (int index = 0; index < length; index++) {
            elements[index] = read();
        }
        return elements;
    }

    private Set<@Nullable Object> set() throws ClassNotFoundException {
        @Nullable Object[] elements = elements(source.count(1));
        Leaves.check("a set", elements);
        Set<@Nullable Object> set = new LinkedHashSet<>();
        Collections.addAll(set, elements);
        return Collections.unmodifiableSet(set);
    }

    private Map<@Nullable Object, @Nullable Object> map() throws ClassNotFoundException {
        @Nullable Object[] keysAndValues = elements(source.count(1));
        @Nullable Object[] keys = new Object[keysAndValues.length / 2];
        for (int index = 0; index < keys.length; index++) {
            keys[index] = keysAndValues[2 * index];
        }
        Leaves.check("a map", keys);
        Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();
        for (int index = 0; index < keys.length; index++) {
            map.put(keys[index], keysAndValues[2 * index + 1]);
        }
        return Collections.unmodifiableMap(map);
    }
}
