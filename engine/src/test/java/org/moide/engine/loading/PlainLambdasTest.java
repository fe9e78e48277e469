package org.moide.engine.loading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.commlib.CommException;

/** Tests that lambdas which capture only plain values use the short encoding, and behave the same after decoding. */
@Tag("jdk")
class PlainLambdasTest {
    @TempDir
    Path folder;

    private ApplicationLoader loader = new ApplicationLoader(ApplicationFiles.ofOwnClassPath(""));
    private ApplicationCodec codec = new ApplicationCodec(loader);

    @BeforeEach
    void makeAnApplication() throws IOException {
        Path jar = new JarMaker().with("app.Lambdas", """
                        package app;
                        import java.io.Serializable;
                        import java.util.concurrent.Callable;
                        public class Lambdas {
                            public static Object plain(int a, String b) {
                                return (Callable<String> & Serializable) () -> a + b;
                            }
                            public static Object of(Object any) {
                                return (Callable<Object> & Serializable) () -> any;
                            }
                            public static Object method(String text) {
                                return (Callable<String> & Serializable) text::strip;
                            }
                            public static Object unserializable() {
                                return (Callable<String>) () -> "a";
                            }
                        }
                        """).jar(folder.resolve("a.jar"));
        loader.close();
        loader = new ApplicationLoader(new ApplicationFiles("app.Lambdas", List.of(jar.toString())));
        codec = new ApplicationCodec(loader);
    }

    @AfterEach
    void close() throws IOException {
        loader.close();
    }

    private Object made(String how, Object... arguments) throws Exception {
        for (var method : loader.loadClass("app.Lambdas").getMethods()) {
            if (method.getName().equals(how)) {
                return method.invoke(null, arguments);
            }
        }
        throw new IllegalArgumentException(how);
    }

    private Object called(byte[] bytes) throws Exception {
        return ((Callable<?>) codec.decode(bytes)).call();
    }

    @Test
    void shouldDoThereWhatItDoesHere() throws Exception {
        for (int time = 0; time < 3; time++) { // from the second time on, the names are known
            byte[] bytes = codec.encode(made("plain", time, "b"));
            assertThat(PlainValues.isPlain(bytes)).isTrue();
            assertThat(called(bytes)).isEqualTo(time + "b");
        }
        assertThat(called(codec.encode(made("plain", 1, null)))).isEqualTo("1null");
        byte[] method = codec.encode(made("method", " a "));
        assertThat(PlainValues.isPlain(method)).isTrue();
        assertThat(called(method)).isEqualTo("a");
    }

    @Test
    void shouldGoTheLongWayWhenItRefersToMore() throws Exception {
        Object[] others = {List.of("a"), new byte[] {1}, made("plain", 1, "b"), made("of", "c")};
        for (Object other : others) {
            byte[] bytes = codec.encode(made("of", other));
            assertThat(PlainValues.isPlain(bytes)).as("short way of " + other).isFalse();
            assertThat(called(bytes)).isInstanceOf(other.getClass().isArray() ? byte[].class : Object.class);
        }
        assertThatThrownBy(() -> codec.encode(made("unserializable")))
                .isInstanceOf(CommException.class)
                .hasMessageContaining("is not Serializable");
    }

    @Test
    void shouldRefuseALambdaOfClassesThatAreNotTheApplications() throws Exception {
        byte[] bytes = codec.encode(made("plain", 1, "b"));
        String text = new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1);
        byte[] stranger =
                text.replaceFirst("app/Lambdas", "java/lang/X").getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> codec.decode(stranger))
                .isInstanceOf(CommException.class)
                .hasMessageContaining("java.lang.X");
        byte[] jdk = text.replaceFirst("app/Lambdas", "java/lang/Void".substring(0, 11))
                .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> codec.decode(jdk)).isInstanceOf(CommException.class);
    }

    @Test
    void shouldThrowAndNeverHangOrGrowWhenBytesAreBroken() throws Exception {
        byte[] whole = codec.encode(made("plain", 1, "b"));
        SplittableRandom random = new SplittableRandom(1);
        int read = 0;
        for (int attempt = 0; attempt < 20_000; attempt++) {
            byte[] broken = whole.clone();
            for (int change = random.nextInt(3); change >= 0; change--) {
                broken[random.nextInt(1, broken.length)] = (byte) random.nextInt();
            }
            try {
                codec.decode(broken);
                read++;
            } catch (CommException refused) {
                assertThat(refused).hasMessageNotContaining("OutOfMemory");
            }
        }
        assertThat(read).isBetween(1, 2_000);
    }
}
