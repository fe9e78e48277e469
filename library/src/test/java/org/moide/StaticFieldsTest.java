package org.moide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.moide.engine.SerializableCallable;
import org.moide.engine.SerializableFunction;

/** Ways in which a call reads static fields: each is right on an engine, refused, or named in a note. */
@SuppressWarnings({"unused", "NonFinalStaticField"}) // that is what this is about
class StaticFieldsTest {
    private static final List<String> NOTES = new ArrayList<>();
    private static final Moide MOIDE =
            QuickMoide.builder().threads(1).serializeAlways().listener(notes()).build();
    private static final MoideExecutor EXECUTOR = MOIDE.executor();

    private static RunListener notes() {
        return new RunListener() {
            @Override
            public void note(String application, String line) {
                NOTES.add(line);
            }
        };
    }

    // --- what the calls read

    static int set;
    static int unset;
    static int given = 7;
    static int reset = 7;
    static Integer boxed;
    static String text = "a";
    static long wide = 1L;
    static double real = 0.5;
    static boolean truth;
    static char letter = 'a';
    static int[] table;
    static int[] made = new int[3];
    static Supplier<Integer> function = () -> 1;
    static Map<Integer, Integer> cache;
    static Integer lazy;
    static int computed = Integer.parseInt("5");
    static int changed = Integer.parseInt("5");
    static final int COMPUTED = Integer.parseInt("5");
    static final int[] ARRAY = new int[3];
    static final Map<Integer, Integer> MAP = new ConcurrentHashMap<>();
    static final AtomicInteger ATOMIC = new AtomicInteger();
    static final CountDownLatch LATCH = new CountDownLatch(1);
    static final ReentrantLock LOCK = new ReentrantLock();
    static final StringBuilder BUILDER = new StringBuilder();
    static final List<Integer> FIXED = List.of(1, 2, 3);
    static final Comparator<String> ORDER = Comparator.naturalOrder();
    static final Single SINGLE = new Single();
    static final Immutable IMMUTABLE = new Immutable(5);
    static Moide moide = MOIDE;
    static MoideExecutor executor = EXECUTOR;
    static ExecutorService service;
    static ExecutorService others;
    static Object anything;

    static final class Single {
        int factor;

        static final Single INSTANCE = new Single();

        static Single get() {
            return INSTANCE;
        }
    }

    record Immutable(int value) {}

    interface Constants {
        int[] SHARED = {1, 2, 3};
        int PLAIN = Integer.parseInt("5");
    }

    enum Config {
        ONE,
        TWO;

        int factor;
    }

    enum Plain {
        ONE {
            @Override
            int value() {
                return 1;
            }
        },
        TWO {
            @Override
            int value() {
                return 2;
            }
        };

        abstract int value();
    }

    static class Nested {
        private static int factor;

        static int getFactor() {
            return factor;
        }

        static void setFactor(int value) {
            factor = value;
        }

        static int fromMain() {
            return set;
        }
    }

    static class Derived extends Nested {
        static int inherited = 1;
    }

    /** As Kotlin makes one of an {@code object}. */
    static final class Kotlins {
        static final Kotlins INSTANCE = new Kotlins();
        private static int factor;

        int getFactor() {
            return factor;
        }

        void setFactor(int value) {
            factor = value;
        }
    }

    /** As Scala makes one of an {@code object}. */
    static final class Scalas {
        static Scalas MODULE$;

        static {
            new Scalas();
        }

        private int factor;

        Scalas() {
            MODULE$ = this;
        }

        int factor() {
            return factor;
        }
    }

    /** As Scala makes one of an {@code object} with an executor. */
    static final class ScalasExecutor {
        static final ScalasExecutor MODULE$ = new ScalasExecutor();

        private MoideExecutor executor;

        MoideExecutor executor() {
            return executor;
        }
    }

    static class InitializedByOther {
        static final int DOUBLED = 2 * set;
    }

    static class Job implements Callable<Integer>, Serializable {
        private static final long serialVersionUID = 1L;

        @Override
        public Integer call() {
            return helper();
        }

        int helper() {
            return set;
        }

        void configure() {
            unset = 3;
        }
    }

    abstract static class Abstract implements Serializable {
        private static final long serialVersionUID = 1L;

        abstract int helper();
    }

    static class Derives extends Abstract {
        private static final long serialVersionUID = 1L;

        @Override
        int helper() {
            return Nested.getFactor();
        }
    }

    record Pair(int left) implements Serializable {
        int value() {
            return left + set;
        }
    }

    static class Sorted implements Comparable<Sorted> {
        @Override
        public int compareTo(Sorted other) {
            return set;
        }
    }

    static int read() {
        return set;
    }

    static synchronized int lazily() {
        if (lazy == null) {
            lazy = 5;
        }
        return lazy;
    }

    static int byCache(int number) {
        if (cache == null) {
            cache = new ConcurrentHashMap<>();
        }
        return cache.computeIfAbsent(number, key -> key * 2);
    }

    static int bySwitch(Plain value) {
        switch (value) {
            case ONE:
                return 1;
            default:
                assert value == Plain.TWO;
                return 2;
        }
    }

    @BeforeAll
    static void set() {
        set = 10;
        reset = 8;
        reset = 7;
        boxed = 3;
        text = "b";
        wide = 2L;
        real = 1.5;
        truth = true;
        letter = 'b';
        table = new int[] {5, 6, 7};
        function = () -> 2;
        changed = 6;
        ARRAY[0] = 9;
        Nested.setFactor(4);
        Kotlins.INSTANCE.setFactor(4);
        Scalas.MODULE$.factor = 4;
        service = EXECUTOR;
        others = ForkJoinPool.commonPool();
        anything = MOIDE;
        ScalasExecutor.MODULE$.executor = EXECUTOR;
        Config.ONE.factor = 4;
        Derived.inherited = 2;
    }

    @BeforeEach
    void forget() {
        NOTES.clear();
    }

    @AfterAll
    static void close() {
        EXECUTOR.close();
        MOIDE.close();
    }

    /** What becomes of a call. */
    enum Verdict {
        RIGHT,
        REFUSED,
        NAMED
    }

    record Way(String name, SerializableCallable<?> call, Verdict verdict, String field) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Way refused(String name, String field, SerializableCallable<?> call) {
        return new Way(name, call, Verdict.REFUSED, field);
    }

    private static Way named(String name, String field, SerializableCallable<?> call) {
        return new Way(name, call, Verdict.NAMED, field);
    }

    private static Way right(String name, SerializableCallable<?> call) {
        return new Way(name, call, Verdict.RIGHT, "");
    }

    static Stream<Way> ways() {
        Abstract polymorphic = new Derives();
        Pair pair = new Pair(1);
        SerializableFunction<Integer, Integer> within = x -> x * set;
        return Stream.of(
                refused("a number", "set", () -> set + 1),
                refused("a boxed number", "boxed", () -> boxed),
                refused("a text", "text", () -> text),
                refused("a long", "wide", () -> wide),
                refused("a double", "real", () -> real),
                refused("a boolean", "truth", () -> truth),
                refused("a character", "letter", () -> letter),
                refused("an array", "table", () -> table[1]),
                refused("a function", "function", () -> function.get()),
                refused("a computed value that was changed", "changed", () -> changed),
                refused("by a method", "set", () -> read()),
                refused("by a method reference", "set", StaticFieldsTest::read),
                refused("in a lambda in the lambda", "set", () -> {
                    IntSupplier inner = () -> set;
                    return inner.getAsInt();
                }),
                refused(
                        "in an anonymous class in the lambda",
                        "set",
                        () -> new IntUnaryOperator() {
                            @Override
                            public int applyAsInt(int number) {
                                return number * set;
                            }
                        }.applyAsInt(1)),
                refused("of a nested class, by its getter", "factor", () -> Nested.getFactor()),
                refused("by a nested class", "set", () -> Nested.fromMain()),
                refused("that is inherited", "inherited", () -> Derived.inherited),
                refused("of a Kotlin object", "factor", () -> Kotlins.INSTANCE.getFactor()),
                refused("by an initializer of another class", "set", () -> InitializedByOther.DOUBLED),
                refused("by a class of calls", "set", new Job()::call),
                refused("by a captured object of a derived class", "factor", () -> polymorphic.helper()),
                refused("by a captured record", "set", () -> pair.value()),
                refused("by a captured lambda", "set", () -> within.apply(3)),
                refused("by what the JDK calls", "set", () -> {
                    Sorted[] all = {new Sorted(), new Sorted()};
                    Arrays.sort(all);
                    return all.length;
                }),
                named("a final array", "ARRAY", () -> ARRAY[0]),
                named("a final map", "MAP", () -> MAP.get(1)),
                named("a final atomic number", "ATOMIC", () -> ATOMIC.get()),
                named("a final latch", "LATCH", () -> (int) LATCH.getCount()),
                named("a final lock", "LOCK", () -> LOCK.getHoldCount()),
                named("a final builder of texts", "BUILDER", () -> String.valueOf(BUILDER)),
                named("a singleton", "SINGLE", () -> SINGLE.factor),
                named("a singleton, by its getter", "INSTANCE", () -> Single.get().factor),
                named("a Scala object", "MODULE$", () -> Scalas.MODULE$.factor()),
                named("a constant of an enum with a field", "ONE", () -> Config.ONE.factor),
                named("an array of an interface", "SHARED", () -> Constants.SHARED[1]),
                right("an array that nobody sets", () -> made.length),
                right("one that was never set", () -> unset),
                right("one as its class gives it", () -> given),
                right("one that has again what its class gives it", () -> reset),
                right("one that is computed", () -> computed),
                right("a computed constant", () -> COMPUTED + Constants.PLAIN),
                right("a list that cannot change", () -> FIXED.get(0)),
                right("a comparator", () -> ORDER.compare("a", "b")),
                right("a record", () -> IMMUTABLE.value()),
                right("a lazy value", () -> lazily()),
                right("a lazy cache", () -> byCache(3)),
                right("a switch over an enum, and an assertion", () -> bySwitch(Plain.TWO)),
                right("an enum without state", () -> Plain.TWO.value() + Plain.values().length),
                refused("an executor of others", "others", () -> others != null),
                right("a Moide and its executor", () -> moide != null && executor != null),
                right("an executor in a field of another type", () -> service.hashCode()),
                right("a Moide in a field of any type", () -> anything.hashCode()),
                right(
                        "an executor in a Scala object",
                        () -> ScalasExecutor.MODULE$.executor().hashCode()));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void shouldBeRightOrSaySo(Way way) throws Exception {
        if (way.verdict() == Verdict.REFUSED) {
            assertThatThrownBy(() -> EXECUTOR.submit(way.call()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("reads the static field " + way.field() + " of "
                            + getClass().getName())
                    .hasMessageContaining("(StaticFieldsTest.java:")
                    .hasMessageContaining("Pass what it has as a local variable or a parameter");
        } else {
            EXECUTOR.submit(way.call()).get();
            EXECUTOR.submit(way.call()).get();
        }
        if (way.verdict() == Verdict.NAMED) {
            assertThat(NOTES).hasSize(1).first().asString().contains("reads the static field " + way.field() + " of ");
        } else {
            assertThat(NOTES).isEmpty();
        }
    }

    @Test
    void shouldLookAtFunctions() {
        assertThatThrownBy(() -> EXECUTOR.map(List.of(1), x -> x * set)).hasMessageContaining("static field set of");
        assertThatThrownBy(() -> EXECUTOR.reduce(List.of(1), x -> x, (x, y) -> x + y * set))
                .hasMessageContaining("static field set of");
    }

    @Test
    void shouldRefuseMoreOrLessAsItIsTold() throws Exception {
        try (Moide strict =
                        QuickMoide.builder().serializeAlways().strictStatics().build();
                Moide allowing =
                        QuickMoide.builder().serializeAlways().allowStatics().build()) {
            assertThatThrownBy(() -> strict.executor().submit(() -> ARRAY[0]))
                    .hasMessageContaining("it reads the static field ARRAY of");
            assertThat(allowing.executor().submit(() -> set).get()).isEqualTo(10);
        }
        assertThat(NOTES).isEmpty();
    }

    @Test
    void shouldTakeWhatIsPassedInstead() throws Exception {
        int local = set;
        assertThat(EXECUTOR.submit(() -> local + 1).get()).isEqualTo(11);
    }
}
