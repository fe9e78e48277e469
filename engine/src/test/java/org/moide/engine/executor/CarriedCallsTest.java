package org.moide.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.engine.loading.ApplicationCodec;
import org.moide.engine.loading.ApplicationFiles;
import org.moide.engine.loading.ApplicationLoader;
import org.moide.engine.loading.CallLoader.Variable;
import org.moide.engine.loading.JarMaker;

/**
 * Tests calls that bring along their classes and the values of these classes' static fields, as calls from JShell bring
 * its variables.
 */
class CarriedCallsTest {
    private static final String CALL = "own.Reads";
    private static final Variable NUMBER = new Variable(CALL, "number");
    private static final Variable LIST = new Variable(CALL, "list");

    @TempDir
    static Path folder;

    private static Path classes;
    private static ApplicationLoader program;

    private final ApplicationLoader engine =
            new ApplicationLoader(new ApplicationFiles("", List.of(folder.toString())));
    private final ApplicationCodec plain = new ApplicationCodec(engine);
    private @Nullable Object shared;
    private final CarriedCalls calls = new CarriedCalls(
            engine,
            engine::learn,
            plain,
            new SharedValue.Source() {
                @Override
                public Object value(long id) {
                    return Objects.requireNonNull(shared);
                }

                @Override
                public void close(long id) {
                    shared = null;
                }
            },
            (loader, source) -> plain.within(loader).resolving((read, codec) -> SharedValue.bound(read, source)));

    @BeforeAll
    static void compile() {
        classes = new JarMaker().with(CALL, """
                        package own;
                        import java.util.*;
                        import org.moide.engine.Shared;
                        public final class Reads implements java.util.concurrent.Callable<Object>, java.io.Serializable {
                            public static int number;
                            public static List<Integer> list;
                            public static final int FIXED = Integer.parseInt("5");
                            public Shared<Reads[]> shared;
                            @Override
                            public Object call() {
                                if (shared != null) {
                                    return shared.value()[0].getClass() == Reads.class;
                                }
                                if (list != null) {
                                    list.add(number);
                                    return List.copyOf(list);
                                }
                                return number + 1;
                            }
                        }
                        """).folder(folder.resolve("classes"));
        program = new ApplicationLoader(new ApplicationFiles("", List.of(classes.toString())));
    }

    private static Object made() throws ReflectiveOperationException {
        return program.loadClass(CALL).getConstructor().newInstance();
    }

    private static byte[] encoded(Object call, List<Variable> variables, List<?> values) throws IOException {
        ApplicationCodec codec = new ApplicationCodec(program);
        return CarriedClasses.with(
                Map.of(CALL, Files.readAllBytes(classes.resolve("own/Reads.class"))),
                new CarriedClasses.Fields(variables, codec.encode(new ArrayList<>(values))),
                codec.encode(call));
    }

    private static byte[] ofNumber(int number) throws Exception {
        return encoded(made(), List.of(NUMBER), List.of(number));
    }

    private Object called(byte[] call) throws Exception {
        return calls.use(call, (read, codec) -> ((Callable<?>) Objects.requireNonNull(read)).call());
    }

    private Class<?> classOf(byte[] call) throws Exception {
        return calls.use(call, (read, codec) -> Objects.requireNonNull(read).getClass());
    }

    @Test
    void shouldGiveEachCallTheValuesThatCameWithIt() throws Exception {
        assertThat(called(ofNumber(7))).isEqualTo(8);
        assertThat(called(ofNumber(8))).isEqualTo(9);
        assertThat(called(ofNumber(7))).isEqualTo(8);
    }

    @Test
    void shouldRunCallsWithTwoValuesAtOnce() throws Exception {
        Object inner = calls.use(ofNumber(7), (read, codec) -> {
            assertThat(called(ofNumber(8))).isEqualTo(9);
            assertThat(called(ofNumber(7))).isEqualTo(8);
            return ((Callable<?>) Objects.requireNonNull(read)).call();
        });
        assertThat(inner).isEqualTo(8);
    }

    @Test
    void shouldLoadOnceForTheSameValues() throws Exception {
        Class<?> first = classOf(ofNumber(7));
        assertThat(classOf(ofNumber(7))).isSameAs(first);
        assertThat(classOf(ofNumber(8))).isNotSameAs(first);
        assertThat(classOf(ofNumber(7))).isSameAs(first);
        assertThat(classOf(CarriedClasses.with(
                        Map.of(), CarriedClasses.Fields.NONE, new ApplicationCodec(program).encode(made()))))
                .as("the class of a call without variables")
                .isSameAs(engine.loadClass(CALL));
    }

    @Test
    void shouldLetGoOfOldValues() throws Exception {
        WeakReference<Class<?>> old = new WeakReference<>(classOf(ofNumber(-1)));
        for (int number = 0; number < 16; number++) {
            classOf(ofNumber(number));
        }
        while (old.get() != null) { // the limit of tests ends it
            System.gc();
        }
    }

    @Test
    void shouldNotShowACallWhatAnotherHasWritten() throws Exception {
        byte[] call = encoded(made(), List.of(NUMBER, LIST), List.of(7, new ArrayList<>(List.of(1))));
        assertThat(called(call)).isEqualTo(List.of(1, 7));
        assertThat(called(call)).isEqualTo(List.of(1, 7));
    }

    @Test
    void shouldShareObjectsOfItsClasses() throws Exception {
        Object call = made();
        call.getClass().getField("shared").set(call, new SharedValue<>(-1, new SharedValue.Source() {
            @Override
            public Object value(long id) {
                throw new IllegalStateException("of the program");
            }

            @Override
            public void close(long id) {}
        }));
        byte[] bytes = encoded(call, List.of(NUMBER), List.of(7));
        classOf(bytes); // brings the class
        Object[] all = (Object[]) java.lang.reflect.Array.newInstance(engine.loadClass(CALL), 1);
        all[0] = engine.loadClass(CALL).getConstructor().newInstance();
        shared = all;
        assertThat(called(bytes)).isEqualTo(true);
        assertThat(called(bytes)).isEqualTo(true);
    }

    @Test
    void shouldRefuseWhatIsNoVariable() throws Exception {
        for (Variable wrong : List.of(
                new Variable(CALL, "none"),
                new Variable(CALL, "FIXED"),
                new Variable("own.None", "number"),
                new Variable("java.lang.Boolean", "TRUE"))) {
            byte[] call = encoded(made(), List.of(wrong), List.of(7));
            assertThatThrownBy(() -> called(call)).isInstanceOf(IllegalArgumentException.class);
        }
        byte[] text = encoded(made(), List.of(NUMBER), List.of("seven"));
        assertThatThrownBy(() -> called(text)).isInstanceOf(IllegalArgumentException.class);
        byte[] two = encoded(made(), List.of(NUMBER), List.of(7, 8));
        assertThatThrownBy(() -> called(two)).hasMessage("expected 1 values of variables, found 2");
    }
}
