package org.moide.engine.loading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.commlib.CommException;

/**
 * Tests that values in the short encoding are decoded as by Java's serialization, and that other values are encoded by
 * Java's serialization.
 */
@Tag("jdk")
class PlainValuesTest {
    @TempDir
    Path folder;

    private ApplicationLoader loader = new ApplicationLoader(ApplicationFiles.ofOwnClassPath(""));
    private ApplicationCodec codec = new ApplicationCodec(loader);

    @BeforeEach
    void makeAnApplication() throws IOException {
        Path jar = new JarMaker()
                .with("app.All", """
                        package app;
                        record All(int a, long b, double c, boolean d, float e, short f, char g, byte h, String i,
                                int[] j, long[] k, double[] l, byte[] m) implements java.io.Serializable {
                            All { if (a < 0) throw new IllegalArgumentException("expected a from 0 on, found " + a); }
                        }
                        """)
                .with("app.Nested", """
                        package app;
                        public record Nested(Object any) implements java.io.Serializable { }
                        """)
                .with("app.Unserializable", "package app; public record Unserializable(int a) { }")
                .with("app.Replaced", """
                        package app;
                        public record Replaced(int a) implements java.io.Serializable {
                            private Object writeReplace() { return "replaced"; }
                        }
                        """)
                .jar(folder.resolve("a.jar"));
        loader.close();
        loader = new ApplicationLoader(new ApplicationFiles("app.Nested", List.of(jar.toString())));
        codec = new ApplicationCodec(loader);
    }

    @AfterEach
    void close() throws IOException {
        loader.close();
    }

    @Test
    void shouldBringBackNumbersAndTexts() {
        for (Object value : List.of(0, -7, Integer.MIN_VALUE, 1L << 40, -0.0, Double.NaN, "", "Größe, 測る")) {
            byte[] bytes = codec.encode(value);
            assertThat(PlainValues.isPlain(bytes))
                    .as("the short way for " + value)
                    .isTrue();
            assertThat(codec.decode(bytes)).isEqualTo(value);
        }
        String clef = "𝄞 and half of one \uD834";
        assertThat(PlainValues.isPlain(codec.encode(clef))).isFalse();
        assertThat(codec.decode(codec.encode(clef))).isEqualTo(clef);
    }

    @Test
    void shouldBringBackARecordOfAllKindsOfComponents() throws Exception {
        int[] ints = {1, -2};
        Object all = make(
                "app.All",
                1,
                2L,
                3.5,
                true,
                4.5f,
                (short) 5,
                'x',
                (byte) -6,
                "seven",
                ints,
                new long[] {8},
                new double[100],
                new byte[] {9});
        byte[] bytes = codec.encode(all);
        assertThat(PlainValues.isPlain(bytes)).isTrue();
        assertThat(codec.decode(bytes)).usingRecursiveComparison().isEqualTo(all);
        Object nulls = make("app.All", 1, 2L, 3.5, true, 4.5f, (short) 5, 'x', (byte) -6, null, null, null, null, null);
        assertThat(codec.decode(codec.encode(nulls))).isEqualTo(nulls);
    }

    @Test
    void shouldGoTheLongWayWhenARecordIsMoreThanPlain() throws Exception {
        Object empty = make("app.Nested", (Object) null);
        assertThat(PlainValues.isPlain(codec.encode(empty))).isTrue();
        assertThat(codec.decode(codec.encode(empty))).isEqualTo(empty);
        Object nested = make("app.Nested", List.of("a"));
        assertThat(PlainValues.isPlain(codec.encode(nested))).isFalse();
        assertThat(codec.decode(codec.encode(nested))).isEqualTo(nested);
        assertThat(codec.decode(codec.encode(make("app.Replaced", 3)))).isEqualTo("replaced");
        Object unserializable = make("app.Unserializable", 3);
        assertThatThrownBy(() -> codec.encode(unserializable))
                .isInstanceOf(CommException.class)
                .hasMessageContaining("is not Serializable");
    }

    @Test
    void shouldSayWhatIsWrongWhenBytesAreNotWhatTheyShouldBe() throws Exception {
        byte[] bytes = codec.encode(
                make("app.All", 1, 2L, 3.5, true, 4.5f, (short) 5, 'x', (byte) -6, "seven", null, null, null, null));
        byte[] negative = bytes.clone();
        negative[1 + 4 + "app.All".length()] = (byte) 0x80;
        assertThatThrownBy(() -> codec.decode(negative))
                .isInstanceOf(CommException.class)
                .hasMessageContaining("expected a from 0 on");
        byte[] notEmpty = codec.encode(make("app.Nested", (Object) null));
        notEmpty[notEmpty.length - 1] = 7;
        assertThatThrownBy(() -> codec.decode(notEmpty))
                .isInstanceOf(CommException.class)
                .hasMessageContaining("expected nothing where a java.lang.Object may be");
        byte[] stranger = bytes.clone();
        stranger[5 + 4] = 'X';
        assertThatThrownBy(() -> codec.decode(stranger))
                .isInstanceOf(CommException.class)
                .hasMessageContaining("app.Xll");
        byte[] notOurs = codec.encode("java.lang.Integer");
        notOurs[0] = 5;
        assertThatThrownBy(() -> codec.decode(notOurs))
                .isInstanceOf(CommException.class)
                .hasMessageContaining("a record of the application's own");
    }

    @Test
    void shouldThrowAndNeverHangOrGrowWhenBytesAreBroken() throws Exception {
        byte[] whole = codec.encode(make(
                "app.All",
                1,
                2L,
                3.5,
                true,
                4.5f,
                (short) 5,
                'x',
                (byte) -6,
                "seven",
                new int[3],
                new long[3],
                new double[3],
                new byte[3]));
        SplittableRandom random = new SplittableRandom(1);
        for (int attempt = 0; attempt < 20_000; attempt++) {
            byte[] broken = Arrays.copyOf(whole, random.nextInt(1, whole.length + 5));
            for (int flip = random.nextInt(3); flip > 0; flip--) {
                broken[random.nextInt(1, broken.length + 1) - 1] = (byte) random.nextInt();
            }
            try {
                codec.decode(broken);
            } catch (CommException expected) {
                assertThat(expected.getMessage()).isNotEmpty();
            }
        }
    }

    /**
     * Tests bytes in which the length of one array claims more elements than there are bytes: decoding must fail before
     * it allocates such an array. Each array is tested in turn.
     */
    @Test
    void shouldMakeNothingOfALengthThatItsBytesAreNotWorth() throws Exception {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        byte[] whole = codec.encode(make(
                "app.All",
                1,
                2L,
                3.5,
                true,
                4.5f,
                (short) 5,
                'x',
                (byte) -6,
                "seven",
                new int[3],
                new long[3],
                new double[3],
                new byte[3]));
        byte[] claims = whole.clone();
        int at = whole.length - (4 + 5) - (4 + 12) - (4 + 24) - (4 + 24) - (4 + 3);
        for (int bytes : new int[] {5, 12, 24, 24, 3}) {
            ByteBuffer.wrap(claims).putInt(at, 1 << 28);
            long before = threads.getCurrentThreadAllocatedBytes();
            assertThatThrownBy(() -> codec.decode(claims))
                    .isInstanceOf(CommException.class)
                    .hasMessageContaining("found " + (1 << 28));
            assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(1 << 20);
            System.arraycopy(whole, at, claims, at, 4);
            at += 4 + bytes;
        }
        assertThat(at).isEqualTo(whole.length);
    }

    private Object make(String name, Object... components) throws Exception {
        var constructor = loader.loadClass(name).getDeclaredConstructors()[0];
        constructor.setAccessible(true);
        return Objects.requireNonNull(constructor.newInstance(components));
    }
}
