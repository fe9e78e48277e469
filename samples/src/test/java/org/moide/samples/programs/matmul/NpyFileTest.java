package org.moide.samples.programs.matmul;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.engine.UsageException;
import org.moide.samples.text.HostileFiles;

class NpyFileTest {
    @TempDir
    Path folder;

    private static ByteBuffer bytes(ByteOrder order, int count) {
        return ByteBuffer.allocate(count).order(order);
    }

    private double[] elements(byte[] bytes) throws IOException {
        Path file = Files.write(folder.resolve("x.npy"), bytes);
        return MatrixFile.read("--a", file, MatrixFile.shape("--a", file));
    }

    /** Reads a file in NumPy's format with two rows of three elements. */
    private double[] read(String type, boolean byColumns, ByteBuffer elements) throws IOException {
        return elements(npy(2, head(type, byColumns, "(2, 3)") + "\n", elements.array()));
    }

    private static String head(String type, boolean byColumns, String shape) {
        return "{'descr': '" + type + "', 'fortran_order': " + (byColumns ? "True" : "False") + ", 'shape': " + shape
                + ", }";
    }

    /** Returns a file in NumPy's format, of the given version. */
    private static byte[] npy(int version, String text, byte[] elements) {
        int lengthBytes = version == 1 ? 2 : 4;
        ByteBuffer file = ByteBuffer.allocate(8 + lengthBytes + text.length() + elements.length)
                .order(ByteOrder.LITTLE_ENDIAN);
        file.put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', (byte) version, 0});
        if (version == 1) {
            file.putShort((short) text.length());
        } else {
            file.putInt(text.length());
        }
        return file.put(text.getBytes(StandardCharsets.ISO_8859_1))
                .put(elements)
                .array();
    }

    @Test
    void shouldReadAllTypesAndOrdersOfNumPy() throws IOException {
        assertThat(read(
                        "<f4",
                        false,
                        bytes(ByteOrder.LITTLE_ENDIAN, 24).putFloat(1).putFloat(-2.5f)))
                .startsWith(1, -2.5);
        assertThat(read(">f8", false, bytes(ByteOrder.BIG_ENDIAN, 48).putDouble(7)))
                .startsWith(7, 0);
        assertThat(read(
                        "=f8",
                        true,
                        bytes(ByteOrder.LITTLE_ENDIAN, 48).putDouble(7).putDouble(8)))
                .containsExactly(7, 0, 0, 8, 0, 0);
        assertThat(read("<i8", false, bytes(ByteOrder.LITTLE_ENDIAN, 48).putLong(-9)))
                .startsWith(-9);
        assertThat(read(
                        ">u8",
                        false,
                        bytes(ByteOrder.BIG_ENDIAN, 48)
                                .putLong(-1)
                                .putLong(-2048)
                                .putLong(5)))
                .startsWith(18446744073709551615.0, 18446744073709549568.0, 5);
        assertThat(read("<i4", false, bytes(ByteOrder.LITTLE_ENDIAN, 24).putInt(-9)))
                .startsWith(-9);
        assertThat(read("<u4", false, bytes(ByteOrder.LITTLE_ENDIAN, 24).putInt(-1)))
                .startsWith(4294967295.0);
        assertThat(read(">i2", false, bytes(ByteOrder.BIG_ENDIAN, 12).putShort((short) 258)))
                .startsWith(258);
        assertThat(read("<u2", false, bytes(ByteOrder.LITTLE_ENDIAN, 12).putShort((short) -1)))
                .startsWith(65535);
        assertThat(read("|u1", false, ByteBuffer.wrap(new byte[] {(byte) 200, 2, 3, 4, 5, 6})))
                .containsExactly(200, 2, 3, 4, 5, 6);
        assertThat(read("|i1", true, ByteBuffer.wrap(new byte[] {1, 2, 3, 4, 5, -6})))
                .containsExactly(1, 3, 5, 2, 4, -6);
        assertThat(read("|b1", false, ByteBuffer.wrap(new byte[] {1, 0, 0, 1, 1, 0})))
                .containsExactly(1, 0, 0, 1, 1, 0);
    }

    /**
     * Tests numbers of 16 bits (IEEE 754): one, the number next above one, minus two, the largest number, the smallest
     * normal number, and the number that is nearest to 0.
     */
    @Test
    void shouldReadHalfFloats() throws IOException {
        ByteBuffer halves = bytes(ByteOrder.LITTLE_ENDIAN, 12);
        for (int bits : new int[] {0x3C00, 0x3C01, 0xC000, 0x7BFF, 0x0400, 0x8001}) {
            halves.putShort((short) bits);
        }
        assertThat(read("<f2", false, halves))
                .containsExactly(1, 1 + 1.0 / 1024, -2, 65504, Math.scalb(1.0, -14), -Math.scalb(1.0, -24));
        ByteBuffer odd =
                bytes(ByteOrder.BIG_ENDIAN, 12).putShort((short) 0xFC00).putShort((short) 0x7E00);
        assertThat(read(">f2", false, odd)).startsWith(Double.NEGATIVE_INFINITY, Double.NaN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'descr': '|i1', 'fortran_order': False, 'shape': (1, 2), }     \n",
                "{'descr': '|i1', 'fortran_order': False, 'shape': (1L, 2L), }\n",
                "{\"shape\":(1,2,),\"descr\":\"i1\",\"fortran_order\":False}",
                "{u'fortran_order' : False ,\n 'shape' : ( 1 , 2 ) , b'descr' : b'<i1'}"
            })
    void shouldReadTheSameMatrixHoweverPythonWritesItsHead(String head) throws IOException {
        for (int version = 1; version <= 3; version++) {
            assertThat(elements(npy(version, head, new byte[] {5, -6}))).containsExactly(5, -6);
        }
    }

    @Test
    void shouldKnowAFileByWhatItBeginsWith() throws IOException {
        Path file = Files.write(folder.resolve("x.dat"), npy(1, head("|i1", false, "(1, 2)"), new byte[] {5, -6}));
        assertThat(MatrixFile.shape("--a", file)).isEqualTo(new Shape(1, 2));
        assertThatThrownBy(() -> elements(new byte[] {'P', 'K', 3, 4, 0, 0}))
                .hasMessageEndingWith(
                        ": byte 0: expected the letters \\x93NUMPY that every .npy begins with, found a zip"
                                + " archive: unpack it first");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            1; {'descr': '<f8', 'fortran_order': False, 'shape': (1, 1), } ; byte 69: expected 8 bytes, which 1 x 1 elements of type f8 take, found 4 up to the file's end
            1; {'descr': '|b1', 'fortran_order': False, 'shape': (1, 2), } ; byte 69: expected 2 bytes, which 1 x 2 elements of type b1 take, found 4 up to the file's end: has it several arrays?
            1; {'descr': '<f8', 'fortran_order': False, 'shape': (40000, 40000), } ; byte 77: expected 12800000000 bytes, which 40000 x 40000 elements of type f8 take, found 4 up to the file's end
            1; {'descr': '<f8', 'fortran_order': False, 'shape': (2147483647, 2147483647), } ; byte 87: expected 9223372036854775807 bytes, which 2147483647 x 2147483647 elements of type f8 take, found 4 up to the file's end
            1; {'descr': '<c16', 'fortran_order': False, 'shape': (1, 1), } ; byte 20: expected %, found '<c16', complex numbers
            1; {'descr': '<f16', 'fortran_order': False, 'shape': (1, 1), } ; byte 20: expected %, found '<f16', floats of another size
            1; {'descr': '|O', 'fortran_order': False, 'shape': (1, 1), } ; byte 20: expected %, found '|O', Python's objects
            1; {'descr': '<U3', 'fortran_order': False, 'shape': (1, 1), } ; byte 20: expected %, found '<U3', strings
            1; {'descr': '<M8[ns]', 'fortran_order': False, 'shape': (1, 1), } ; byte 20: expected %, found '<M8[ns]', dates
            1; {'descr': '|f8', 'fortran_order': False, 'shape': (1, 1), } ; byte 20: expected %, found '|f8'
            1; {'descr': '<i3', 'fortran_order': False, 'shape': (1, 1), } ; byte 20: expected %, found '<i3'
            1; {'descr': [('x', '<f4'), ('y', '<f4')], 'fortran_order': False, 'shape': (1, 1), } ; byte 20: expected %, found a structured type, of which each element has several fields
            1; {'descr': '<i2', 'fortran_order': No, 'shape': (1, 2), } ; byte 44: expected True or False, found 'No, 'shape': (1, 2), }'
            1; {'descr': '<i2', 'fortran_order': False, 'shape': (2,), } ; byte 60: expected 'shape': (rows, columns), a matrix, found '(2,), }'
            1; {'descr': '<i2', 'fortran_order': False, 'shape': (), } ; byte 60: expected 'shape': (rows, columns), a matrix, found '(), }'
            1; {'descr': '<i2', 'fortran_order': False, 'shape': (1, 1, 2), } ; byte 60: expected 'shape': (rows, columns), a matrix, found '(1, 1, 2), }'
            1; {'descr': '<i2', 'fortran_order': False, 'shape': (0, 2), } ; byte 61: expected rows and columns from 1 to 2147483647, found '0, 2), }'
            1; {'descr': '<i2', 'fortran_order': False, 'shape': (4294967297, 2), } ; byte 61: expected rows and columns from 1 to 2147483647, found '4294967297, 2), }'
            1; {'descr': '<i2', 'fortran_order': False, } ; byte 10: expected 'descr', 'fortran_order' and 'shape', each once, found '{'descr': '<i2', 'fortran_order': False,...'
            1; {'descr': '<i2', 'descr': '<i2'} ; byte 27: expected 'descr', 'fortran_order' and 'shape', each once, found ''descr': '<i2'}'
            1; {'descr': '<i2', 'extra': 1} ; byte 27: expected 'descr', 'fortran_order' and 'shape', each once, found ''extra': 1}'
            1; {'descr': '<i2' 'shape': (1, 2)} ; byte 26: expected a comma or the end of the dictionary, found ''shape': (1, 2)}'
            1; {'descr': '<i2', 'fortran_order': False, 'shape': (1, 2)} x ; byte 68: expected nothing behind the dictionary, found 'x'
            1; descr ; byte 10: expected a dictionary {'descr': ..., 'fortran_order': ..., 'shape': ...}, found 'descr'
            4; {} ; byte 6: expected version 1.0, 2.0 or 3.0 of the format, found 4.0
            """)
    void shouldSayAtWhichByteAFileIsBroken(int version, String text, String message) throws IOException {
        Path file = Files.write(folder.resolve("x.npy"), npy(version, text, new byte[4]));
        assertThatThrownBy(() -> MatrixFile.shape("--a", file))
                .isInstanceOf(UsageException.class)
                .hasMessage("--a " + file + ": "
                        + message.replace(
                                "%", "one of <f8 <f4 <f2 <i8 <i4 <i2 |i1 <u8 <u4 <u2 |u1 |b1, or > in place of <"));
    }

    @Test
    void shouldSayWhereAFileStopsBeingOne() {
        assertThatThrownBy(() -> elements(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'X'}))
                .hasMessageEndingWith(
                        "byte 4: expected the letters \\x93NUMPY that every .npy begins with, found 0x58");
        assertThatThrownBy(() -> elements(new byte[] {(byte) 0x93, 'N'}))
                .hasMessageEndingWith("byte 2: expected the letters \\x93NUMPY that every .npy begins with, found the"
                        + " end of the file");
        assertThatThrownBy(() -> elements(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 2, 0, 0, 0, 0, 127}))
                .hasMessageEndingWith("byte 8: expected the length of the head, at most 0, found 2130706432");
        assertThatThrownBy(() -> elements(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, 3}))
                .hasMessageEndingWith("byte 8: expected the length of the head, found the end of the file");
    }

    @Nested
    class Hostile extends HostileFiles {
        @Override
        protected List<byte[]> good() {
            return List.of(
                    npy(1, head("<f8", false, "(2, 3)") + "      \n", new byte[48]),
                    npy(2, head(">i2", true, "(2, 3)") + "\n", new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}),
                    npy(3, head("|b1", false, "(1L, 2L)") + "\n", new byte[] {0, 1}),
                    npy(1, head("<f2", false, "(1, 1)") + "\n", new byte[] {0, 0x3C}));
        }

        @Override
        protected String name() {
            return "hostile.npy";
        }

        @Override
        protected void read(Path file) {
            Shape shape = MatrixFile.shape("--a", file);
            assertThat(MatrixFile.read("--a", file, shape)).hasSize((int) shape.elements());
            assertThat(MatrixFile.source("--a", file, shape)).isNotNull();
        }
    }
}
