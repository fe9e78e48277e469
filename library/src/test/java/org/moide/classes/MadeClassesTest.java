package org.moide.classes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import jdk.jshell.JShell;
import jdk.jshell.SnippetEvent;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.moide.RunListener;
import org.moide.engine.executor.CarriedClasses;
import org.moide.engine.loading.ProgramCodec;

class MadeClassesTest {
    private static final String LISTENER = "org/moide/RunListener.class";
    private static final String CALL = "java.util.concurrent.Callable<Integer>, java.io.Serializable";

    /**
     * A class that names three other classes: in a descriptor only, in a call, and as an enum whose constant has a
     * class of its own.
     */
    static final class First {
        long all(RunListener[] onlyInADescriptor) {
            double wide = 1.5 + onlyInADescriptor.length;
            return (long) wide + new Made().value() + Kind.ONE.name().length();
        }

        static final class Made {
            int value() {
                return 3;
            }
        }

        enum Kind {
            ONE {
                @Override
                public String toString() {
                    return "one";
                }
            }
        }
    }

    static final class NotNamed {}

    /**
     * A class loader that defines the classes of this test again, in memory. If {@code tells} is false, it does not
     * return their bytes.
     */
    private static final class InMemory extends ClassLoader {
        private final boolean tells;
        private boolean changed;

        InMemory(boolean tells) {
            super(MadeClassesTest.class.getClassLoader());
            this.tells = tells;
        }

        private byte @Nullable [] bytes(String file) {
            if (!file.startsWith("org/moide/classes/MadeClassesTest$") && !file.equals(LISTENER)) {
                return null;
            }
            try (InputStream in = MadeClassesTest.class.getClassLoader().getResourceAsStream(file)) {
                return in == null ? null : in.readAllBytes();
            } catch (IOException failed) {
                throw new IllegalStateException(failed);
            }
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            byte[] made = findLoadedClass(name) == null ? bytes(name.replace('.', '/') + ".class") : null;
            return made == null ? super.loadClass(name, resolve) : defineClass(name, made, 0, made.length);
        }

        @Override
        public @Nullable InputStream getResourceAsStream(String file) {
            byte[] made = tells ? bytes(file) : null;
            if (made != null && changed && file.endsWith("$Made.class")) {
                made[made.length - 1] ^= 1;
            }
            return made == null ? null : new ByteArrayInputStream(made);
        }
    }

    @Test
    void shouldPackWhatAClassNamesAndNoMore() throws Exception {
        String here = MadeClassesTest.class.getName();
        Path jar = Objects.requireNonNull(MadeClasses.jar(Class.forName(here + "$First", false, new InMemory(true))));
        try (JarFile packed = new JarFile(jar.toFile())) {
            String folder = here.replace('.', '/');
            assertThat(packed.stream().map(JarEntry::getName))
                    .containsExactlyInAnyOrder(
                            folder + "$First.class",
                            folder + "$First$Made.class",
                            folder + "$First$Kind.class",
                            folder + "$First$Kind$1.class",
                            LISTENER);
        } finally {
            Files.delete(jar);
        }
    }

    @Test
    void shouldPackNothingOfAClassThatLiesInAFile() {
        assertThat(MadeClasses.jar(First.class)).isNull();
        assertThat(MadeClasses.jar(String.class)).isNull();
    }

    @Test
    void shouldSayOfWhichClassNobodyHasTheBytes() throws Exception {
        Class<?> hidden = Class.forName(MadeClassesTest.class.getName() + "$First", false, new InMemory(false));
        List<Path> before = jars();
        assertThatThrownBy(() -> MadeClasses.jar(hidden))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(
                        "expected class org.moide.classes.MadeClassesTest$First in a jar or class folder");
        assertThat(jars()).isEqualTo(before);
    }

    private static List<Path> jars() throws IOException {
        try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return all.filter(file -> file.getFileName().toString().startsWith("moide-classes-"))
                    .toList();
        }
    }

    /** JShell changes a class in place when a method is typed in anew. */
    @Test
    void shouldReadAClassAgainThatWasChanged() throws Exception {
        InMemory loader = new InMemory(true);
        StaticFields statics = new StaticFields(loader, Set.of());
        CallClasses classes = new CallClasses(
                statics, new ProgramCodec(MadeClassesTest.class.getClassLoader(), (read, codec) -> read));
        Set<Class<?>> one = Set.of(Class.forName(MadeClassesTest.class.getName() + "$First", false, loader));
        Set<Class<?>> other = Set.of(Class.forName(MadeClassesTest.class.getName() + "$First$Made", false, loader));
        assertThat(classes.hasForgotten(one)).isFalse();
        byte[] before = classes.with(one, CarriedClasses.Fields.NONE, new byte[1]);
        assertThat(classes.hasForgotten(other)).isFalse();
        loader.changed = true;
        assertThat(classes.hasForgotten(one)).isTrue();
        assertThat(classes.hasForgotten(one)).isFalse();
        assertThat(classes.with(one, CarriedClasses.Fields.NONE, new byte[1])).isNotEqualTo(before);
        loader.changed = false;
        assertThat(classes.hasForgotten(other))
                .as("a class that was read for others")
                .isTrue();
        assertThat(classes.hasForgotten(other)).isFalse();
    }

    /** Types classes into this JVM, as an IDE's console may do it, and runs them on two engines. */
    @Test
    void shouldRunWhatIsTypedIntoJShell() throws Exception {
        List<Path> before = jars();
        try (JShell shell = JShell.builder().executionEngine("local").build()) {
            shell.addToClasspath(System.getProperty("java.class.path"));
            evaluate(shell, "import org.moide.*; import org.moide.engine.*; import java.util.List;");
            evaluate(shell, "record Block(int first) implements java.io.Serializable {}");
            evaluate(shell, """
                public class Sum implements TaskApplication<Block, Long> {
                    public void createTasks(TaskContext<Block> context) { for (int i = 0; i < 10; i++) context.put(new Block(i)); }
                    public Long identity() { return 0L; }
                    public Long executeTask(Block block, TaskContext<Block> context) { return twice(block.first()); }
                    public Long merge(Long left, Long right) { return left + right; }
                    public void handleResults(Long sum, Report report) { report.put("sum", sum); }
                }
                """);
            evaluate(shell, "long twice(int number) { return 2L * number; }");
            evaluate(shell, "Moide moide = Moide.builder().localEngines(2).threads(1).build();");
            try {
                assertThat(evaluate(shell, "moide.run(Sum.class).value(\"sum\", Long.class)"))
                        .isEqualTo("90");
                shouldSubmitWhatIsTyped(shell);
            } finally {
                evaluate(shell, "moide.close()");
            }
        }
        assertThat(jars()).isEqualTo(before);
    }

    /** Checks that calls also run if their classes were typed after the executor was made. */
    private static void shouldSubmitWhatIsTyped(JShell shell) {
        evaluate(shell, "MoideExecutor executor = moide.executor();");
        evaluate(shell, "int seven = 7;");
        evaluate(shell, "record Square(int of) implements " + CALL + " { public Integer call() { return of * of; } }");
        assertThat(evaluate(shell, "executor.submit(new Square(seven)).get()")).isEqualTo("49");
        assertThat(evaluate(shell, "executor.submit(() -> twice(21)).get()")).isEqualTo("42");
        assertThat(evaluate(shell, "executor.submit(() -> new Block(5)).get()")).isEqualTo("Block[first=5]");
        assertThat(evaluate(shell, "executor.map(List.of(1, 2, 3), n -> new Square(n).call() + twice(n)).toList()"))
                .isEqualTo("[3, 8, 15]");
        shouldSendVariables(shell);
        evaluate(shell, "executor.close()");
    }

    /** Checks that a call has the values which variables had when it was submitted, and each call its own. */
    private static void shouldSendVariables(JShell shell) {
        evaluate(shell, "int k = 7;");
        evaluate(shell, "int times(int x) { return x * k; }");
        evaluate(shell, "var calls = new java.util.ArrayList<java.util.concurrent.Future<Integer>>();");
        evaluate(shell, "for (int i = 0; i < 100; i++) { k = i; calls.add(executor.submit(() -> times(2) + k)); }");
        assertThat(evaluate(
                        shell,
                        "java.util.stream.IntStream.range(0, 100).allMatch(i -> { try { return calls.get(i).get() == 3 * i; }"
                                + " catch (Exception thrown) { return false; } })"))
                .isEqualTo("true");
        evaluate(shell, "Block block = new Block(3);");
        assertThat(evaluate(shell, "executor.submit(() -> block).get()")).isEqualTo("Block[first=3]");
        evaluate(shell, "Shared<Block[]> shared = executor.share(new Block[] {block});");
        assertThat(evaluate(shell, "executor.submit(() -> shared.value()[0].first() + block.first()).get()"))
                .isEqualTo("6");
    }

    private static @Nullable String evaluate(JShell shell, String source) {
        String value = null;
        for (SnippetEvent event : shell.eval(source)) {
            assertThat(event.exception()).as(source).isNull();
            assertThat(shell.diagnostics(event.snippet()).map(said -> said.getMessage(null)))
                    .as(source)
                    .allMatch(said -> event.status().isDefined());
            value = event.value();
        }
        return value;
    }
}
