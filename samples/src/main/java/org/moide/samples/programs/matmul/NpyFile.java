package org.moide.samples.programs.matmul;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.moide.engine.UsageException;

/**
 * Matrices in NumPy's format, versions 1 to 3. What a head says is compared with the file's length before anything is
 * allocated. Errors say at which byte something else stands than is expected.
 */
final class NpyFile {
    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
    private static final int MAGIC_AND_VERSION = MAGIC.length + 2;
    /** A matrix's head has some 70 letters. */
    private static final int LONGEST_HEAD = 1 << 16;

    private static final int BUFFER_BYTES = 1 << 16;
    /** Elements of our own files begin at a multiple of this, as NumPy's do. */
    private static final int ALIGNMENT = 64;

    private static final Pattern TYPE = Pattern.compile("'descr'\\s*:\\s*'([^']*)'");
    private static final Pattern FORTRAN = Pattern.compile("'fortran_order'\\s*:\\s*(True|False)");
    private static final Pattern SHAPE = Pattern.compile("'shape'\\s*:\\s*\\(\\s*(\\d+)\\s*,\\s*(\\d+)\\s*,?\\s*\\)");

    /** Types that are read, without the order of their bytes, and how many they have. */
    private static final Map<String, Integer> TYPES =
            Map.of("f8", 8, "f4", 4, "i8", 8, "i4", 4, "i2", 2, "i1", 1, "u1", 1);

    private NpyFile() {}

    /**
     * What stands before the elements.
     *
     * @param type without the order of its bytes
     * @param byColumns whether the elements follow column by column
     * @param begin the first element's byte
     */
    private record Head(Shape shape, String type, ByteOrder order, boolean byColumns, long begin) {
        /** Whether the elements are doubles in the order in which they are kept. */
        boolean isPlain() {
            return type.equals("f8") && !byColumns;
        }

        int elementBytes() {
            return TYPES.getOrDefault(type, 0);
        }
    }

    /** Does something with an open file. */
    @FunctionalInterface
    private interface Reading<T> {
        T read(FileChannel in) throws IOException;
    }

    private static <T> T open(String option, Path file, Reading<T> reading) {
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
            return reading.read(in);
        } catch (NoSuchFileException missing) {
            throw new UsageException(option + " " + file + ": no such file");
        } catch (IOException failed) {
            throw new UsageException(option + " " + file + ": cannot be read: " + failed.getMessage());
        }
    }

    static Shape shape(String option, Path file) {
        return open(option, file, in -> head(option + " " + file, in).shape);
    }

    /** Whether the elements are as {@link #map} needs them. */
    static boolean isPlain(String option, Path file) {
        return open(option, file, in -> head(option + " " + file, in).isPlain());
    }

    static double[] read(String option, Path file, Shape shape) {
        return open(option, file, in -> {
            Head head = head(option + " " + file, in, shape);
            return elements(in, head);
        });
    }

    /**
     * The elements where they are in the file, which must not be changed meanwhile.
     *
     * @return nothing if they are no doubles, or follow column by column
     */
    static Optional<DoubleBuffer> map(String option, Path file, Shape shape) {
        return open(option, file, in -> {
            Head head = head(option + " " + file, in, shape);
            return head.isPlain()
                    ? Optional.of(in.map(FileChannel.MapMode.READ_ONLY, head.begin, shape.bytes())
                            .order(head.order)
                            .asDoubleBuffer())
                    : Optional.empty();
        });
    }

    private static Head head(String file, FileChannel in, Shape shape) throws IOException {
        Head head = head(file, in);
        if (!head.shape.equals(shape)) {
            throw new UsageException(
                    file + ": expected " + shape + " as before, found " + head.shape + ": somebody has changed it");
        }
        return head;
    }

    private static Head head(String file, FileChannel in) throws IOException {
        ByteBuffer begin = read(in, 0, MAGIC_AND_VERSION + Integer.BYTES);
        for (int at = 0; at < MAGIC.length; at++) {
            if (at >= begin.limit() || begin.get(at) != MAGIC[at]) {
                throw wrong(
                        file,
                        at,
                        "the letters \\x93NUMPY that every .npy begins with",
                        at < begin.limit() ? hex(begin.get(at)) : "the end of the file");
            }
        }
        int version = MAGIC.length < begin.limit() ? begin.get(MAGIC.length) : 0;
        if (version < 1 || version > 3) {
            throw wrong(file, MAGIC.length, "version 1, 2 or 3 of the format", Integer.toString(version));
        }
        int lengthBytes = version == 1 ? Short.BYTES : Integer.BYTES;
        long textBegin = MAGIC_AND_VERSION + (long) lengthBytes;
        if (begin.limit() < textBegin) {
            throw wrong(file, MAGIC_AND_VERSION, "the length of the head", "the end of the file");
        }
        long length = version == 1
                ? begin.getShort(MAGIC_AND_VERSION) & 0xFFFF
                : begin.getInt(MAGIC_AND_VERSION) & 0xFFFF_FFFFL;
        if (length > LONGEST_HEAD || length > in.size() - textBegin) {
            throw wrong(
                    file,
                    MAGIC_AND_VERSION,
                    "the length of the head, at most " + Math.max(0, Math.min(LONGEST_HEAD, in.size() - textBegin)),
                    Long.toString(length));
        }
        String text = StandardCharsets.ISO_8859_1
                .decode(read(in, textBegin, (int) length))
                .toString();
        return head(file, in, textBegin, text);
    }

    private static Head head(String file, FileChannel in, long textBegin, String text) throws IOException {
        String described = find(TYPE, text, 1);
        String type = described == null || described.isEmpty() ? "" : described.substring(1);
        if (described == null || !TYPES.containsKey(type) || "<>|=".indexOf(described.charAt(0)) < 0) {
            throw wrong(
                    file,
                    textBegin,
                    "a head with 'descr': one of <f8 <f4 <i8 <i4 <i2 |i1 |u1, or > in place of <",
                    described == null ? shown(text) : "'" + described + "'");
        }
        String byColumns = find(FORTRAN, text, 1);
        if (byColumns == null) {
            throw wrong(file, textBegin, "a head with 'fortran_order': True or False", shown(text));
        }
        String rows = find(SHAPE, text, 1);
        String columns = find(SHAPE, text, 2);
        int shapeAt = Math.max(0, text.indexOf("'shape'"));
        if (rows == null || columns == null) {
            throw wrong(
                    file, textBegin + shapeAt, "'shape': (rows, columns), a matrix", shown(text.substring(shapeAt)));
        }
        Shape shape = new Shape(size(file, textBegin + shapeAt, rows), size(file, textBegin + shapeAt, columns));
        ByteOrder order = described.charAt(0) == '>' ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        Head head = new Head(shape, type, order, byColumns.equals("True"), textBegin + text.length());
        long found = in.size() - head.begin;
        long bytes = shape.elements() * head.elementBytes();
        if (found != bytes) {
            throw wrong(
                    file,
                    head.begin,
                    bytes + " bytes, which " + shape + " elements of type " + type + " take",
                    found + " up to the file's end");
        }
        return head;
    }

    private static int size(String file, long at, String text) {
        try {
            int size = Integer.parseInt(text);
            if (size > 0) {
                return size;
            }
        } catch (NumberFormatException tooLarge) {
            // said below
        }
        throw wrong(file, at, "rows and columns from 1 to " + Integer.MAX_VALUE, shown(text));
    }

    private static @Nullable String find(Pattern pattern, String text, int group) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group(group) : null;
    }

    private static double[] elements(FileChannel in, Head head) throws IOException {
        Shape shape = head.shape;
        double[] elements = new double[Math.toIntExact(shape.elements())];
        int size = head.elementBytes();
        long at = head.begin;
        int row = 0;
        int column = 0;
        for (int read = 0; read < elements.length; ) {
            int some = Math.min(elements.length - read, BUFFER_BYTES / size);
            ByteBuffer bytes = read(in, at, some * size).order(head.order);
            if (bytes.limit() < some * size) {
                throw new IOException(
                        "expected " + some * size + " bytes from byte " + at + " on, found " + bytes.limit());
            }
            if (head.isPlain()) {
                bytes.asDoubleBuffer().get(elements, read, some);
            }
            for (int index = head.isPlain() ? some : 0; index < some; index++) {
                elements[row * shape.columns() + column] = element(bytes, head.type);
                if (head.byColumns) {
                    row = row + 1 == shape.rows() ? 0 : row + 1;
                    column += row == 0 ? 1 : 0;
                } else {
                    column = column + 1 == shape.columns() ? 0 : column + 1;
                    row += column == 0 ? 1 : 0;
                }
            }
            read += some;
            at += (long) some * size;
        }
        return elements;
    }

    private static double element(ByteBuffer bytes, String type) {
        return switch (type) {
            case "f8" -> bytes.getDouble();
            case "f4" -> bytes.getFloat();
            case "i8" -> bytes.getLong();
            case "i4" -> bytes.getInt();
            case "i2" -> bytes.getShort();
            case "i1" -> bytes.get();
            default -> bytes.get() & 0xFF;
        };
    }

    /** So many bytes, or those up to the file's end. */
    private static ByteBuffer read(FileChannel in, long at, int bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        while (buffer.hasRemaining() && in.read(buffer, at + buffer.position()) > 0) {
            // until all is there, or the file ends
        }
        return buffer.flip();
    }

    private static UsageException wrong(String file, long at, String expected, String found) {
        return new UsageException(file + ": byte " + at + ": expected " + expected + ", found " + found);
    }

    private static String hex(byte found) {
        return String.format(Locale.ROOT, "0x%02x", found);
    }

    private static String shown(String text) {
        String some = text.length() > 60 ? text.substring(0, 60) + "..." : text;
        StringBuilder plain = new StringBuilder();
        some.chars().forEach(letter -> plain.append(letter < ' ' || letter > '~' ? '?' : (char) letter));
        return "'" + plain + "'";
    }

    // --- writing ----------------------------------------------------------------------------------------------------

    /** Writes a head; elements of all zeros follow once the last has been written. */
    static void begin(FileChannel out, Shape shape) throws IOException {
        String text = text(shape);
        int headBytes = headBytes(text);
        ByteBuffer head = ByteBuffer.allocate(headBytes).order(ByteOrder.LITTLE_ENDIAN);
        int length = headBytes - MAGIC_AND_VERSION - Short.BYTES;
        head.put(MAGIC).put((byte) 1).put((byte) 0).putShort((short) length);
        head.put(text.getBytes(StandardCharsets.ISO_8859_1));
        while (head.remaining() > 1) {
            head.put((byte) ' ');
        }
        write(out, head.put((byte) '\n').flip(), 0);
    }

    private static String text(Shape shape) {
        return "{'descr': '<f8', 'fortran_order': False, 'shape': (" + shape.rows() + ", " + shape.columns() + "), }";
    }

    private static int headBytes(String text) {
        int bytes = MAGIC_AND_VERSION + Short.BYTES + text.length() + 1;
        return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }

    /** Writes some rows behind the head that {@link #begin} has written. */
    static void write(FileChannel out, Shape shape, int firstRow, double[] elements) throws IOException {
        String text = text(shape);
        long at = headBytes(text) + (long) firstRow * shape.columns() * Double.BYTES;
        for (int from = 0; from < elements.length; ) {
            int some = Math.min(elements.length - from, BUFFER_BYTES / Double.BYTES);
            ByteBuffer bytes = ByteBuffer.allocate(some * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            bytes.asDoubleBuffer().put(elements, from, some);
            write(out, bytes, at);
            from += some;
            at += (long) some * Double.BYTES;
        }
    }

    private static void write(FileChannel out, ByteBuffer bytes, long at) throws IOException {
        long next = at;
        while (bytes.hasRemaining()) {
            next += out.write(bytes, next);
        }
    }
}
