package org.moide.samples.programs.matmul;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.moide.engine.UsageException;
import org.moide.samples.text.FirstBytes;

/**
 * Reads and writes matrices in NumPy's format, versions 1 to 3. A file's head is compared with the file's length before
 * anything is allocated. Errors name the byte at which the content is not as expected.
 */
final class NpyFile {
    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
    private static final int MAGIC_AND_VERSION = MAGIC.length + 2;
    /** The longest head that is read. The head of a matrix has some 70 characters. */
    private static final int LONGEST_HEAD = 1 << 16;

    private static final int BUFFER_BYTES = 1 << 16;
    /**
     * A number of bytes: the elements of files that this class writes begin at a multiple of it, as in NumPy's files.
     */
    private static final int ALIGNMENT = 64;

    private NpyFile() {}

    /**
     * The head of a file.
     *
     * @param begin the position of the first element, in bytes
     */
    private record Head(NpyHead text, long begin) {
        /** Returns whether the elements are doubles, row by row, so that the file can be mapped. */
        boolean isPlain() {
            return text.type().equals("f8") && !text.byColumns();
        }
    }

    /** A function that reads something from an open file with this head. */
    @FunctionalInterface
    private interface Reading<T> {
        T read(FileChannel in) throws IOException;
    }

    private static <T> T open(String option, Path file, Reading<T> reading) {
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
            return reading.read(in);
        } catch (NoSuchFileException missing) {
            throw new UsageException(option + " " + file + ": no such file");
        } catch (AccessDeniedException denied) {
            throw new UsageException(option + " " + file + ": cannot be read: permission denied");
        } catch (IOException failed) {
            throw new UsageException(option + " " + file + ": cannot be read: " + failed.getMessage());
        }
    }

    /** Returns whether a file with these first bytes is in NumPy's format. */
    static boolean begins(byte[] first) {
        return first.length >= MAGIC.length && Arrays.equals(first, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
    }

    static Shape shape(String option, Path file) {
        return open(option, file, in -> head(option + " " + file, in).text.shape());
    }

    /** Returns whether the elements have the form that {@link #map} needs. */
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
     * Maps the elements of a file into memory. The file must not be changed meanwhile.
     *
     * @return empty if the elements are not doubles, or are stored column by column
     */
    static Optional<DoubleBuffer> map(String option, Path file, Shape shape) {
        return open(option, file, in -> {
            Head head = head(option + " " + file, in, shape);
            return head.isPlain()
                    ? Optional.of(in.map(FileChannel.MapMode.READ_ONLY, head.begin, shape.bytes())
                            .order(head.text.order())
                            .asDoubleBuffer())
                    : Optional.empty();
        });
    }

    private static Head head(String file, FileChannel in, Shape shape) throws IOException {
        Head head = head(file, in);
        if (!head.text.shape().equals(shape)) {
            throw new UsageException(file + ": expected " + shape + " as before, found " + head.text.shape()
                    + ": somebody has changed it");
        }
        return head;
    }

    private static Head head(String file, FileChannel in) throws IOException {
        ByteBuffer begin = read(in, 0, MAGIC_AND_VERSION + Integer.BYTES);
        requireMagic(file, begin);
        int version = MAGIC.length < begin.limit() ? begin.get(MAGIC.length) : 0;
        int minor = MAGIC.length + 1 < begin.limit() ? begin.get(MAGIC.length + 1) : 0;
        if (version < 1 || version > 3 || minor != 0) {
            throw wrong(file, MAGIC.length, "version 1.0, 2.0 or 3.0 of the format", version + "." + minor);
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
        Head head = new Head(NpyHead.of(file, textBegin, text), textBegin + length);
        requireLength(file, head, in.size() - head.begin);
        return head;
    }

    private static void requireMagic(String file, ByteBuffer begin) {
        byte[] bytes = new byte[begin.limit()];
        begin.get(0, bytes);
        String kind = FirstBytes.of(bytes).kind();
        for (int at = 0; at < MAGIC.length; at++) {
            if (at >= bytes.length || bytes[at] != MAGIC[at]) {
                throw wrong(
                        file,
                        at,
                        "the letters \\x93NUMPY that every .npy begins with",
                        at == 0 && kind != null
                                ? kind + ": unpack it first"
                                : at < bytes.length ? hex(bytes[at]) : "the end of the file");
            }
        }
    }

    private static void requireLength(String file, Head head, long found) {
        Shape shape = head.text.shape();
        int size = head.text.elementBytes();
        long bytes = shape.elements() > Long.MAX_VALUE / size ? Long.MAX_VALUE : shape.elements() * size;
        if (found != bytes) {
            throw wrong(
                    file,
                    head.begin,
                    bytes + " bytes, which " + shape + " elements of type " + head.text.type() + " take",
                    found + " up to the file's end" + (found > bytes ? ": has it several arrays?" : ""));
        }
    }

    private static double[] elements(FileChannel in, Head head) throws IOException {
        Shape shape = head.text.shape();
        double[] elements = new double[Math.toIntExact(shape.elements())];
        int size = head.text.elementBytes();
        long at = head.begin;
        int row = 0;
        int column = 0;
        for (int read = 0; read < elements.length; ) {
            int some = Math.min(elements.length - read, BUFFER_BYTES / size);
            ByteBuffer bytes = read(in, at, some * size).order(head.text.order());
            if (bytes.limit() < some * size) {
                throw new IOException(
                        "expected " + some * size + " bytes from byte " + at + " on, found " + bytes.limit());
            }
            if (head.isPlain()) {
                bytes.asDoubleBuffer().get(elements, read, some);
            }
            for (int index = head.isPlain() ? some : 0; index < some; index++) {
                elements[row * shape.columns() + column] = element(bytes, head.text.type());
                if (head.text.byColumns()) {
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
            case "u8" -> unsigned(bytes.getLong());
            case "u4" -> bytes.getInt() & 0xFFFF_FFFFL;
            case "u2" -> bytes.getShort() & 0xFFFF;
            case "u1" -> bytes.get() & 0xFF;
            case "f2" -> half(bytes.getShort());
            case "b1" -> bytes.get() == 0 ? 0 : 1;
            default -> throw new IllegalArgumentException("expected a type that is known, found " + type);
        };
    }

    private static double unsigned(long bits) {
        // Half of it, with what rounding must know of the last bit.
        return bits >= 0 ? bits : 2.0 * ((bits >>> 1) | (bits & 1));
    }

    /**
     * Returns the value of a 16-bit number of IEEE 754, which consists of a sign, 5 bits of exponent and 10 bits of
     * fraction.
     */
    private static double half(short bits) {
        int exponent = (bits >> 10) & 0x1F;
        int fraction = bits & 0x3FF;
        double size;
        if (exponent == 0x1F) {
            size = fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
        } else {
            size = exponent == 0 ? Math.scalb((double) fraction, -24) : Math.scalb(fraction + 1024.0, exponent - 25);
        }
        return bits < 0 ? -size : size;
    }

    /** Reads this number of bytes, or fewer if the file ends before. */
    private static ByteBuffer read(FileChannel in, long at, int bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        while (buffer.hasRemaining() && in.read(buffer, at + buffer.position()) > 0) {
            // until all is there, or the file ends
        }
        return buffer.flip();
    }

    static UsageException wrong(String file, long at, String expected, String found) {
        return new UsageException(file + ": byte " + at + ": expected " + expected + ", found " + found);
    }

    private static String hex(byte found) {
        return String.format(Locale.ROOT, "0x%02x", found);
    }

    // --- writing ----------------------------------------------------------------------------------------------------

    /** Writes the head of a file, and makes the file as long as the matrix needs, with zeros. */
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

    /** Writes some rows into the file whose head {@link #begin} has written. */
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
