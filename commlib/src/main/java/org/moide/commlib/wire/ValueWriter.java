package org.moide.commlib.wire;

import java.io.NotSerializableException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.ElementType;
import org.moide.commlib.Slice;

/** Encodes one value. An object that occurs twice in it is written twice. */
final class ValueWriter {
    /** The greatest number of bytes of an array or record, near the longest array that a JVM allows. */
    private static final int MOST_BYTES = Integer.MAX_VALUE - 64;

    private static final int FIRST_RUNS = 16;

    private final PieceWriter pieces = new PieceWriter(Travelling.MOST_PIECE_BYTES);
    /** The number of each class in order of first occurrence; later occurrences use the number. */
    private final Map<Class<?>, Integer> classes;

    /** Returns how many of an array's first bytes are written; null if arrays are written whole. */
    private final @Nullable ToIntFunction<byte[]> kept;

    /** Collects the long arrays that are kept apart; null if all are written. */
    private final @Nullable List<Slice> beside;

    private int depth;

    /** Creates a writer of one value that does not refer to earlier ones, with all arrays in its bytes. */
    ValueWriter() {
        this(new HashMap<>(), null, null);
    }

    /** Creates a writer that adds the value's long arrays to {@code beside}. */
    ValueWriter(List<Slice> beside) {
        this(new HashMap<>(), null, beside);
    }

    /**
     * Creates a writer of the outline of a value that follows others.
     *
     * @param classes the classes that the earlier values have named
     * @param kept returns how many of an array's first bytes are written
     */
    ValueWriter(Map<Class<?>, Integer> classes, @Nullable ToIntFunction<byte[]> kept) {
        this(classes, kept, null);
    }

    private ValueWriter(
            Map<Class<?>, Integer> classes, @Nullable ToIntFunction<byte[]> kept, @Nullable List<Slice> beside) {
        this.classes = classes;
        this.kept = kept;
        this.beside = beside;
    }

    byte[][] bytes() {
        return pieces.arrays();
    }

    /**
     * Encodes one value.
     *
     * @throws NotSerializableException naming a class that cannot be encoded
     */
    void write(@Nullable Object value) throws NotSerializableException {
        depth++;
        if (depth > Travelling.MOST_DEPTH) {
            throw new NotSerializableException(
                    "a value in which others are nested more than " + Travelling.MOST_DEPTH + " deep");
        }
        if (!writeNumber(value) && !writeContainer(value)) {
            writeOther(value);
        }
        depth--;
    }

    private boolean writeNumber(@Nullable Object value) {
        if (value == null) {
            tag(Tag.NULL);
        } else if (value instanceof Integer number) {
            tag(Tag.INTEGER).putInt(number);
        } else if (value instanceof Long number) {
            tag(Tag.LONG).putLong(number);
        } else if (value instanceof Double number) {
            tag(Tag.DOUBLE).putDouble(number);
        } else if (value instanceof Boolean truth) {
            tag(truth ? Tag.TRUE : Tag.FALSE);
        } else if (value instanceof Byte number) {
            tag(Tag.BYTE).put(number);
        } else if (value instanceof Character letter) {
            tag(Tag.CHARACTER).putChar(letter);
        } else if (value instanceof Short number) {
            tag(Tag.SHORT).putShort(number);
        } else if (value instanceof Float number) {
            tag(Tag.FLOAT).putFloat(number);
        } else {
            return false;
        }
        return true;
    }

    private boolean writeContainer(@Nullable Object value) throws NotSerializableException {
        if (value instanceof Set<?> set) {
            writeAll(Tag.SET, set);
        } else if (kept != null && value instanceof List<?> list && writeLengths(list)) {
            return true;
        } else if (value instanceof Collection<?> collection) {
            writeAll(Tag.LIST, collection);
        } else if (value instanceof Map<?, ?> map) {
            List<Object> keysAndValues = new ArrayList<>();
            map.forEach((key, held) -> {
                keysAndValues.add(key);
                keysAndValues.add(held);
            });
            writeAll(Tag.MAP, keysAndValues);
        } else {
            return false;
        }
        return true;
    }

    private void writeAll(Tag tag, Collection<?> collection) throws NotSerializableException {
        @Nullable Object[] elements = collection.toArray();
        tag(tag);
        length(elements.length);
        for (Object element : elements) {
            write(element);
        }
    }

    /**
     * Writes the lengths of a list of byte arrays. Returns false, and writes nothing, if the list has other elements
     * or bytes of an array must be kept.
     */
    private boolean writeLengths(List<?> list) {
        if (list.isEmpty() || !(list.get(0) instanceof byte[])) {
            return false;
        }
        IntBuffer runs = IntBuffer.allocate(FIRST_RUNS);
        int same = 0;
        int length = -1;
        for (Object element : list) { // there may be millions, so each is checked once
            if (!(element instanceof byte[] bytes) || kept(bytes) > 0) {
                return false;
            }
            if (bytes.length != length && same > 0) {
                runs = added(runs, same, length);
                same = 0;
            }
            length = bytes.length;
            same++;
        }
        runs = added(runs, same, length).flip();
        tag(Tag.OUTLINES);
        length(list.size());
        while (runs.hasRemaining()) {
            length(runs.get());
        }
        return true;
    }

    private static IntBuffer added(IntBuffer runs, int same, int length) {
        IntBuffer room = runs;
        if (runs.remaining() < 2) {
            room = IntBuffer.allocate(2 * runs.capacity()).put(runs.flip());
        }
        return room.put(same).put(length);
    }

    private int kept(byte[] bytes) {
        return kept == null ? bytes.length : kept.applyAsInt(bytes);
    }

    private boolean travels(Class<?> type) {
        return kept == null ? Travelling.isMessage(type) : Travelling.isOutlined(type);
    }

    private void writeOther(@Nullable Object value) throws NotSerializableException {
        if (value instanceof String text) {
            writeText(text);
        } else if (value instanceof Enum<?> constant && travels(constant.getDeclaringClass())) {
            tag(Tag.ENUM);
            name(constant.getDeclaringClass());
            writeText(constant.name());
        } else if (value instanceof Record message && travels(message.getClass())) {
            RecordPlan plan = RecordPlan.of(message.getClass());
            boolean extensible = kept == null && plan.isExtensible();
            tag(extensible ? Tag.EXTENSIBLE : Tag.RECORD);
            name(message.getClass());
            if (extensible) {
                writePart(message, plan);
            } else {
                writeComponents(message, plan);
            }
        } else if (value != null && value.getClass().isArray()) {
            writeArray(value, value.getClass().getComponentType());
        } else if (value instanceof UUID id) {
            tag(Tag.UUID).putLong(id.getMostSignificantBits());
            pieces.room(Long.BYTES).putLong(id.getLeastSignificantBits());
        } else if (value instanceof Duration duration) {
            tag(Tag.DURATION).putLong(duration.getSeconds());
            length(duration.getNano());
        } else if (value instanceof Instant instant) {
            tag(Tag.INSTANT).putLong(instant.getEpochSecond());
            length(instant.getNano());
        } else {
            throw new NotSerializableException(Travelling.unexpected(value == null ? Object.class : value.getClass()));
        }
    }

    private void writeComponents(Record message, RecordPlan plan) throws NotSerializableException {
        for (int index = 0; index < plan.components(); index++) {
            write(plan.component(message, index));
        }
    }

    /**
     * Writes a record's components as a separate part with its own numbering of classes, so that a reader that skips
     * some of them still decodes the following values correctly.
     */
    private void writePart(Record message, RecordPlan plan) throws NotSerializableException {
        ValueWriter part = new ValueWriter();
        part.depth = depth;
        part.length(plan.components());
        part.writeComponents(message, plan);
        byte[][] written = part.bytes();
        long bytes = Arrays.stream(written).mapToLong(piece -> piece.length).sum();
        if (bytes > MOST_BYTES) {
            throw new NotSerializableException("a record of " + bytes + " bytes: send it in pieces");
        }
        length((int) bytes);
        for (byte[] piece : written) {
            pieces.put(piece);
        }
    }

    private void writeArray(Object array, Class<?> component) throws NotSerializableException {
        int length = Array.getLength(array);
        if (component.isPrimitive()) {
            Numbers numbers = Numbers.of(component);
            if ((long) length * numbers.elementBytes() > MOST_BYTES) {
                throw new NotSerializableException("an array of " + length + " elements: send it in pieces");
            }
            if (kept != null && array instanceof byte[] bytes) {
                int first = kept(bytes);
                tag(Tag.OUTLINE);
                length(length);
                length(first);
                pieces.put(Arrays.copyOf(bytes, first));
                return;
            }
            if (beside != null
                    && (long) length * numbers.elementBytes() >= CallBytes.LEAST_BESIDE_BYTES
                    && ElementType.isArray(array)) {
                tag(Tag.BESIDE);
                beside.add(Slice.of(array));
                return;
            }
            tag(Tag.NUMBERS).put(numbers.code());
            if (array instanceof byte[] bytes) {
                pieces.array(bytes);
                return;
            }
            length(length);
            ByteBuffer buffer = ByteBuffer.allocate(length * numbers.elementBytes());
            numbers.put(array, buffer);
            pieces.put(buffer.array());
            return;
        }
        if (!Travelling.isComponent(component)) {
            throw new NotSerializableException(Travelling.unexpected(component));
        }
        tag(Tag.ARRAY);
        name(component);
        length(length);
        for (@Nullable Object element : (@Nullable Object[]) array) {
            write(element);
        }
    }

    private void writeText(String text) {
        boolean wide = hasSurrogates(text);
        byte[] bytes;
        if (wide) {
            ByteBuffer buffer = ByteBuffer.allocate(Character.BYTES * text.length());
            buffer.asCharBuffer().put(text);
            bytes = buffer.array();
        } else {
            bytes = text.getBytes(StandardCharsets.UTF_8);
        }
        tag(wide ? Tag.WIDE_TEXT : Tag.TEXT);
        pieces.array(bytes);
    }

    private static boolean hasSurrogates(String text) {
        for (int index = 0; index < text.length(); index++) {
            if (Character.isSurrogate(text.charAt(index))) {
                return true;
            }
        }
        return false;
    }

    private void name(Class<?> type) {
        Integer known = classes.putIfAbsent(type, classes.size());
        length(known == null ? Travelling.NEW_CLASS : known);
        if (known == null) {
            writeText(MessageNames.of(type));
        }
    }

    private ByteBuffer tag(Tag tag) {
        return pieces.room(1 + Long.BYTES).put(tag.code());
    }

    private void length(int length) {
        pieces.room(Integer.BYTES).putInt(length);
    }
}
