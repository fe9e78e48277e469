package org.moide.engine.loading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.commlib.CommException;
import org.moide.engine.Arguments;

@Tag("jdk")
final class ApplicationCodecTest {
    private static final AtomicBoolean SUNG = new AtomicBoolean();

    @TempDir
    Path folder;

    private ApplicationLoader loader = new ApplicationLoader(ApplicationFiles.ofOwnClassPath(""));
    private ApplicationCodec codec = new ApplicationCodec(loader);

    @BeforeEach
    void makeAnApplication() throws IOException {
        Path jar = new JarMaker()
                .with("app.Task", """
                        package app;
                        public record Task(int from, java.util.List<String> names, Object more) implements java.io.Serializable {
                            public interface Step extends java.util.function.IntUnaryOperator, java.io.Serializable { }
                            public static Object lambda(int by) { Step step = x -> x + by; return step; }
                            public static Object proxy() {
                                return java.lang.reflect.Proxy.newProxyInstance(Task.class.getClassLoader(),
                                        new Class<?>[] {Step.class}, new Handler());
                            }
                            public enum Colour { RED, GREEN { } }
                        }
                        """)
                .with("app.Handler", """
                        package app;
                        public class Handler implements java.lang.reflect.InvocationHandler, java.io.Serializable {
                            public Object invoke(Object self, java.lang.reflect.Method method, Object[] arguments) { return 42; }
                        }
                        """)
                .with("app.Scene", "package app; public class Scene { }")
                .with("app.Holder", """
                        package app;
                        public class Holder implements java.io.Serializable {
                            java.util.List<Object[]> parts = new java.util.ArrayList<>();
                            transient Scene unused = new Scene();
                            public Holder() { parts.add(new Object[] {"fine", new Scene()}); }
                        }
                        """)
                .with("app.Picky", """
                        package app;
                        public class Picky implements java.io.Serializable {
                            private void writeObject(java.io.ObjectOutputStream out) { throw new IllegalStateException("not today"); }
                        }
                        """)
                .jar(folder.resolve("a.jar"));
        loader.close();
        loader = new ApplicationLoader(new ApplicationFiles("app.Task", List.of(jar.toString())));
        codec = new ApplicationCodec(loader);
    }

    @AfterEach
    void close() throws IOException {
        loader.close();
    }

    @Test
    void shouldCarryTheApplicationsOwnObjects() throws Exception {
        Object task = make("app.Task", 7, List.of("a", "b"), new double[] {1, 2});
        Object back = there(task);
        assertThat(back).isNotSameAs(task).isInstanceOf(loader.loadClass("app.Task"));
        assertThat(back.toString()).startsWith("Task[from=7, names=[a, b], more=[D@");
        Object green = loader.loadClass("app.Task$Colour").getEnumConstants()[1];
        assertThat(codec.decode(codec.encode(green))).isSameAs(green);
        Object lambda = there(
                loader.loadClass("app.Task").getMethod("lambda", int.class).invoke(null, 3));
        assertThat(((java.util.function.IntUnaryOperator) lambda).applyAsInt(4)).isEqualTo(7);
        Object proxy = there(loader.loadClass("app.Task").getMethod("proxy").invoke(null));
        assertThat(((java.util.function.IntUnaryOperator) proxy).applyAsInt(4)).isEqualTo(42);
    }

    @Test
    void shouldCarryTheValuesAndCollectionsOfTheJdk() {
        Map<String, Object> large = new HashMap<>(4, 0.01f);
        for (int i = 0; i < 1_000; i++) {
            large.put("key" + i, i);
        }
        for (Object value : Arrays.asList(
                null,
                "text",
                1.5,
                new java.math.BigDecimal("1.5"),
                Duration.ofMillis(3),
                java.time.LocalDate.of(2020, 2, 2),
                java.time.Instant.EPOCH,
                List.of(1, 2),
                new java.util.ArrayDeque<>(List.of(1)).toArray()[0],
                Map.of("a", List.of(1L)),
                new TreeMap<>(Map.of("a", 1)),
                new ConcurrentHashMap<>(Map.of("a", 1)),
                EnumSet.of(TimeUnit.DAYS),
                java.util.Collections.unmodifiableList(new ArrayList<>(List.of(1))),
                new java.util.BitSet(9),
                java.util.UUID.fromString("575fb892-c81a-44e6-81c3-b4f2da91e961"),
                large)) {
            assertThat(codec.decode(codec.encode(value))).isEqualTo(value);
            assertThat(codec.decode(encodedBehindOther(codec, value))).isEqualTo(value);
        }
        int[][] matrix = {{1, 2}, {3}};
        assertThat((int[][]) codec.decode(codec.encode(matrix))).isDeepEqualTo(matrix);
        assertThat(codec.decode(codec.encode(new IllegalStateException("x"))))
                .isInstanceOf(IllegalStateException.class);
        assertThat(codec.decode(codec.encode(Arguments.of("--a")))).hasToString("--a");
    }

    @Test
    void shouldCarryClassesOfAllKinds() throws Exception {
        List<Class<?>> primitives = List.of(
                boolean.class,
                byte.class,
                char.class,
                short.class,
                int.class,
                long.class,
                float.class,
                double.class,
                void.class);
        for (Class<?> primitive : primitives) {
            assertThat(there(primitive)).isSameAs(primitive);
            if (primitive != void.class) {
                Class<?> array = primitive.arrayType();
                assertThat(there(array)).isSameAs(array);
                assertThat(there(array.arrayType())).isSameAs(array.arrayType());
            }
        }
        Class<?>[] types = {int.class, void.class, long[].class, List.class, loader.loadClass("app.Task")};
        assertThat((Object[]) there(types)).containsExactly((Object[]) types);
        assertThat(there(make("app.Task", 7, List.of(), types)).toString()).startsWith("Task[from=7");
    }

    @Test
    void shouldNameTheFieldThatCannotBeSent() throws Exception {
        Object holder = make("app.Holder");
        assertThatThrownBy(() -> codec.encode(holder))
                .isInstanceOf(CommException.class)
                .hasMessage(
                        "cannot send a app.Holder: field parts of app.Holder → an element → an element is a app.Scene,"
                                + " and app.Scene is not Serializable; let it implement java.io.Serializable, or make that field"
                                + " transient");
        Object scene = make("app.Scene");
        assertThatThrownBy(() -> codec.encode(scene))
                .hasMessage(
                        "cannot send a app.Scene: app.Scene is not Serializable; let it implement java.io.Serializable");
        Object task = make("app.Task", 1, List.of(), scene);
        assertThatThrownBy(() -> codec.encode(task)).hasMessageContaining("field more of app.Task is a app.Scene");
        assertThatThrownBy(() -> codec.encode(new ArrayList<>(List.of(Map.of("k", scene)))))
                .hasMessageContaining("an element → a value is a app.Scene");
    }

    private interface Step extends Serializable {
        int next();
    }

    /** Returns objects that are not Serializable, each with the expected advice. */
    private static List<Map.Entry<Object, String>> unsendable() {
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
        Map<Integer, Integer> map = new HashMap<>(Map.of(1, 2));
        return List.of(
                Map.entry(list.subList(0, 2), "copy it: new ArrayList<>(…)"),
                Map.entry(List.of(1, 2, 3).subList(0, 2), "copy it: new ArrayList<>(…)"),
                Map.entry(map.values(), "copy it: new ArrayList<>(…)"),
                Map.entry(map.keySet(), "copy it: new LinkedHashSet<>(…)"),
                Map.entry(new TreeMap<>(map).keySet(), "copy it: new TreeSet<>(…)"),
                Map.entry(map.entrySet(), "copy its map: new LinkedHashMap<>(…)"),
                Map.entry(java.util.Collections.unmodifiableCollection(map.values()), "copy it: new ArrayList<>(…)"),
                Map.entry(new java.util.WeakHashMap<>(map), "copy it: new LinkedHashMap<>(…)"),
                Map.entry(map.entrySet().iterator().next(), "copy it: new AbstractMap.SimpleEntry<>(…)"),
                Map.entry(Map.entry(1, 2), "copy it: new AbstractMap.SimpleEntry<>(…)"),
                Map.entry(java.util.Optional.of(1), "send its value, or null: orElse(null)"),
                Map.entry(java.util.stream.IntStream.of(1), "send its elements: toArray()"),
                Map.entry(list.iterator(), "send a list of its elements"),
                Map.entry(Path.of("a"), "send its text, toString(), and make it again in the call: Path.of(…)"),
                Map.entry(java.nio.ByteBuffer.allocate(1), "send an array with its elements"),
                Map.entry(new java.util.Scanner("a"), "open it in the call"),
                Map.entry(new Object(), "use an object that is, such as new byte[0]"),
                Map.entry(new CountDownLatch(1), "it wakes nobody in another JVM: ask the futures of calls instead"),
                Map.entry(new ThreadLocal<>(), "make it in the call, or keep it in a static field"),
                Map.entry(java.util.function.Function.identity(), "write a lambda of your own in its place"),
                Map.entry(
                        (java.util.function.Function<Integer, Integer>) x -> x + 1,
                        "declare it as a SerializableFunction, or cast it, as in (Function & Serializable)"),
                Map.entry((java.util.function.IntSupplier) () -> 1, "cast it, as in (IntSupplier & Serializable)"),
                Map.entry(
                        new java.util.concurrent.Callable<>() {
                            @Override
                            public Integer call() {
                                return 1;
                            }
                        },
                        "make it a lambda or an anonymous SerializableCallable, or write a class that implements"
                                + " java.io.Serializable"),
                Map.entry(
                        java.util.concurrent.Executors.callable(() -> {}),
                        "send a callable of your own, such as a lambda or a SerializableCallable"));
    }

    @Test
    void shouldAdviseWhatCanBeDone() {
        for (Map.Entry<Object, String> one : unsendable()) {
            assertThatThrownBy(() -> codec.encode(one.getKey())).hasMessageEndingWith("; " + one.getValue());
            Object captured = one.getKey();
            Step lambda = captured::hashCode;
            assertThatThrownBy(() -> codec.encode(lambda)).hasMessageEndingWith("; " + one.getValue());
        }
    }

    @Test
    void shouldNameVariablesAsTheirUserDoes() {
        Object scene = new Object();
        Step lambda = () -> scene.hashCode() + 1;
        assertThatThrownBy(() -> codec.encode(lambda))
                .hasMessageContaining("cannot send a lambda of " + getClass().getName())
                .hasMessageFindingMatch(": a captured variable is|: captured variable scene is")
                .hasMessageNotContaining("$$Lambda");
        Step bound = scene::hashCode;
        assertThatThrownBy(() -> codec.encode(bound))
                .hasMessageContaining(": the object before :: is a java.lang.Object");
        Step around = () -> codec.hashCode();
        assertThatThrownBy(() -> codec.encode(around))
                .hasMessageContaining(": the object in whose method the lambda is written (this) is a ");
        Step anonymous = new Step() {
            @Override
            public int next() {
                return scene.hashCode();
            }
        };
        assertThatThrownBy(() -> codec.encode(anonymous))
                .hasMessageFindingMatch("(captured variable scene of|the object around) .*Test\\$\\d is a ");
    }

    @Test
    void shouldSayWhatAnApplicationsOwnCodeThrew() throws Exception {
        Object picky = make("app.Picky");
        assertThatThrownBy(() -> codec.encode(picky))
                .isInstanceOf(CommException.class)
                .hasMessageContaining("cannot send a app.Picky")
                .hasMessageContaining("not today");
    }

    @Test
    void shouldSayWhenObjectsAreNestedTooDeep() {
        Object nested = "core";
        for (int i = 0; i < 200_000; i++) {
            nested = new Object[] {nested};
        }
        Object deep = nested;
        assertThatThrownBy(() -> codec.encode(deep))
                .isInstanceOf(CommException.class)
                .hasMessageContaining("nested too deep");
    }

    @Test
    void shouldRefuseWhatIsNotTheApplications() throws Exception {
        // This class is on MOIDE's class path and not on the application's.
        assertThatThrownBy(() -> codec.decode(serialized(new Canary())))
                .isInstanceOf(CommException.class)
                .hasMessageContaining("which is in none of the application's jars");
        assertThatThrownBy(() ->
                        codec.decode(serialized(new org.moide.engine.loading.JarReference("a", "0".repeat(64), 1))))
                .isInstanceOf(CommException.class);
        assertThatThrownBy(() -> codec.decode(serialized(new java.net.URL("http://localhost/"))))
                .hasMessage(
                        "received class java.net.URL, which an application may not receive: only its own classes, the"
                                + " application API and the JDK's values and collections");
        assertThatThrownBy(() -> codec.decode(serialized(new java.util.EventObject("source"))))
                .hasMessageContaining("received class java.util.EventObject");
        assertThatThrownBy(() -> codec.decode(serialized(new Object[] {new java.security.SecureRandom()})))
                .hasMessageContaining("received class java.security.SecureRandom");
        assertThat(SUNG).isFalse();
    }

    @Test
    void shouldNotReserveWhatTheBytesCannotHold() {
        byte[] bytes = codec.encode(new boolean[100]);
        // The four bytes before the elements are the array's length.
        bytes[bytes.length - 104] = 0x7f;
        assertThatThrownBy(() -> codec.decode(bytes))
                .isInstanceOf(CommException.class)
                .hasMessageContaining("an array of 2130706532 elements, more than its bytes can hold");

        byte[] plain = codec.encode(new byte[100]);
        plain[plain.length - 104] = 0x7f;
        assertThatThrownBy(() -> codec.decode(plain))
                .isInstanceOf(CommException.class)
                .hasMessageContaining("expected at most 100 elements in the 100 bytes that are left, found 2130706532");
        assertThat((byte[]) codec.decode(codec.encode(new byte[] {3, 4}))).containsExactly(3, 4);
    }

    @Test
    void shouldNotReserveWhatTheBytesCannotHoldWhenArraysLieWithinArrays() {
        Object[] nested = new Object[1];
        for (int level = 0; level < 20; level++) {
            nested = new Object[] {nested};
        }
        byte[] bytes = codec.encode(nested);
        int claims = 0;
        for (int at = 0; at + 4 < bytes.length; at++) {
            boolean one = bytes[at] == 0 && bytes[at + 1] == 0 && bytes[at + 2] == 0 && bytes[at + 3] == 1;
            if (one && (bytes[at + 4] == 'u' || bytes[at + 4] == 'p')) {
                bytes[at + 2] = 4;
                claims++;
            }
        }
        assertThat(claims).isEqualTo(21);
        assertThatThrownBy(() -> codec.decode(bytes))
                .isInstanceOf(CommException.class)
                .hasMessageContaining("an array of 1025 elements, more than its bytes can hold");
    }

    @Test
    @SuppressWarnings("JdkObsolete") // applications use such classes
    void shouldReadCollectionsThatAreNearlyEmpty() {
        List<Object> many = new ArrayList<>();
        for (int index = 0; index < 1_000; index++) {
            many.add(new java.util.HashMap<>(Map.of("k", index)));
            many.add(new java.util.HashSet<>(List.of(index)));
            many.add(new java.util.ArrayDeque<>(List.of(index)));
            many.add(new java.util.Hashtable<>(Map.of(index, index)));
            many.add(new java.util.concurrent.ConcurrentHashMap<>(Map.of(index, index)));
            many.add(new java.util.TreeMap<>(Map.of(index, index)));
            many.add(new java.util.PriorityQueue<>(List.of(index)).toArray());
            many.add(new java.util.HashMap<>());
            many.add(new java.util.Hashtable<>());
            many.add(new java.util.LinkedHashSet<>());
            many.add(new java.util.IdentityHashMap<>());
            many.add(new ArrayList<>(100));
        }
        assertThat((List<?>) there(many)).hasSize(12_000);
    }

    @Test
    void shouldSurviveAnyBytes() {
        byte[] good = codec.encode(new ArrayList<>(List.of("a", 1, Map.of("k", new int[] {1}))));
        java.util.Random random = new java.util.Random(7);
        int inputs = Integer.getInteger("moide.tier", 0) >= 1 ? 200_000 : 2_000;
        for (int i = 0; i < inputs; i++) {
            byte[] bytes = Arrays.copyOf(good, 1 + random.nextInt(good.length));
            for (int flips = random.nextInt(4); flips >= 0; flips--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            try {
                codec.decode(bytes);
            } catch (CommException expected) {
                assertThat(expected).hasMessageContaining("receive");
            }
        }
    }

    private Object there(Object object) {
        return Objects.requireNonNull(codec.decode(codec.encode(object)));
    }

    private Object make(String name, Object... arguments) throws Exception {
        return loader.loadClass(name).getConstructors()[0].newInstance(arguments);
    }

    private static byte[] serialized(Object object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        return bytes.toByteArray();
    }

    private static final class Canary implements Serializable {
        private static final long serialVersionUID = 1L;

        private Object readResolve() {
            SUNG.set(true);
            return this;
        }
    }

    private static byte[] encodedBehindOther(ApplicationCodec codec, Object value) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(7);
        codec.encodeTo(value, out);
        return Arrays.copyOfRange(out.toByteArray(), 1, out.size());
    }
}
