package org.moide.classes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import jdk.jshell.JShell;
import jdk.jshell.JShellException;
import jdk.jshell.Snippet;
import jdk.jshell.SnippetEvent;
import jdk.jshell.SourceCodeAnalysis;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** JShell's variables in calls, where calls are copied as they are for engines. */
class ShellVariablesTest {
    private static JShell shell;

    @BeforeAll
    static void open() {
        shell = JShell.builder().executionEngine("local").build();
        shell.addToClasspath(System.getProperty("java.class.path"));
        type("import org.moide.*; import org.moide.engine.*; import java.util.*; import java.util.concurrent.*;");
        type("List<String> notes = new ArrayList<>();");
        type("Moide moide = Moide.builder().threads(2).serializeAlways().listener(new RunListener() {"
                + " public void note(String application, String line) { notes.add(line); } }).build();");
        type("MoideExecutor executor = moide.executor();");
        type("MoideExecutor local = Moide.local().executor();");
    }

    @AfterAll
    static void close() {
        type("executor.close(); moide.close(); local.close();");
        shell.close();
    }

    /** Types some snippets in; returns the last value, or what was thrown. */
    private static @Nullable String type(String source) {
        String value = null;
        String rest = source;
        while (!rest.isEmpty()) {
            SourceCodeAnalysis.CompletionInfo first = shell.sourceCodeAnalysis().analyzeCompletion(rest);
            rest = first.remaining();
            for (SnippetEvent event : shell.eval(first.source())) {
                JShellException thrown = event.exception();
                if (thrown != null) {
                    return String.valueOf(thrown.getMessage());
                }
                String said = shell.diagnostics(event.snippet())
                        .map(each -> each.getMessage(null))
                        .collect(Collectors.joining());
                assertThat(event.status()).as(source + ": " + said).isNotEqualTo(Snippet.Status.REJECTED);
                value = event.causeSnippet() == null ? event.value() : value;
            }
        }
        return value;
    }

    @Test
    void shouldSendTheValueThatAVariableHasAtSubmit() {
        type("int k = 7;");
        type("Future<Integer> seven = executor.submit(() -> k + 1);");
        type("k = 8;");
        type("Future<Integer> eight = executor.submit(() -> k + 1);");
        type("k = 100;");
        assertThat(type("List.of(seven.get(), eight.get())")).isEqualTo("[8, 9]");
        assertThat(type("local.submit(() -> k + 1).get()")).isEqualTo("101");
    }

    @Test
    void shouldReachVariablesByMethodsClassesAndValues() {
        type("int factor = 3;");
        type("int times(int x) { return x * factor; }");
        type("record Times(int x) implements java.io.Serializable { int value() { return times(x); } }");
        type("SerializableFunction<Integer, Integer> function = x -> times(x) + 1;");
        type("List<Times> all = List.of(new Times(1), new Times(2));");
        assertThat(type("executor.submit(() -> times(2)).get()")).isEqualTo("6");
        assertThat(type("executor.submit(() -> function.apply(2)).get()")).isEqualTo("7");
        assertThat(type("executor.submit(() -> new Times(4).value()).get()")).isEqualTo("12");
        assertThat(type("executor.submit(() -> all.get(1).value()).get()")).isEqualTo("6");
        assertThat(type("executor.submit(() -> all.get(1)).get()")).isEqualTo("Times[x=2]");
        assertThat(type("executor.map(List.of(1, 2, 3), x -> x * factor).toList()"))
                .isEqualTo("[3, 6, 9]");
        assertThat(type("executor.reduce(List.of(1, 2), x -> x, (x, y) -> (x + y) * factor).get()"))
                .isEqualTo("9");
        type("Shared<List<Times>> shared = executor.share(new ArrayList<>(all));");
        assertThat(type("executor.submit(() -> shared.value().get(1).value() + factor).get()"))
                .isEqualTo("9");
        type("int times(int x) { return x * factor * 10; }");
        assertThat(type("executor.submit(() -> times(2)).get()")).isEqualTo("60");
        assertThat(type("executor.submit(() -> function.apply(2)).get()")).isEqualTo(type("function.apply(2)"));
    }

    @Test
    void shouldSendOnlyWhatIsRead() {
        type("Thread unread = new Thread(); int one = 1;");
        assertThat(type("executor.submit(() -> one + 1).get()")).isEqualTo("2");
        assertThat(type("executor.submit(() -> unread.getName()).get()"))
                .contains("its code reads the variable unread; cannot send a java.lang.Thread:")
                .contains("a call has a thread of its own");
        assertThat(type("executor.map(List.of(1), x -> x + unread.getName())")).contains("reads the variable unread");
        type("var lock = new java.util.concurrent.locks.ReentrantLock();");
        assertThat(type("executor.submit(() -> lock.isLocked()).get()"))
                .contains("its code reads the variable lock;")
                .contains("it holds back nobody in another JVM");
        type("Moide other = moide;");
        assertThat(type("executor.submit(() -> other != null && one == 1).get()"))
                .isEqualTo("true");
    }

    @Test
    void shouldRefuseWhatWouldBeLost() {
        type("int count = 0;");
        assertThat(type("executor.submit(() -> { count++; return count; })"))
                .contains("its code sets the variable count, which a call has a copy of");
        type("void count() { count = 5; }");
        assertThat(type("executor.submit(() -> count())")).contains("its code sets the variable count");
        type("class Half { static final int VALUE = count / 2; }");
        assertThat(type("executor.submit(() -> Half.VALUE)"))
                .contains("the initializer of REPL.")
                .contains("$Half reads the variable count, which may have had another value here");
        type("class Sets { static int set; }");
        type("Sets.set = 3;");
        assertThat(type("executor.submit(() -> Sets.set)")).contains("reads the static field set of REPL.");
    }

    @Test
    void shouldSayThatACallHasWrittenIntoWhatAVariableRefersTo() {
        type("List<Integer> found = new ArrayList<>();");
        type("notes.clear(); executor.submit(() -> { found.add(3); }).get();");
        assertThat(type("notes")).contains("has changed its copy (variable found), which this program does not see");
        assertThat(type("executor.submit(() -> { found.add(3); return found.size(); }).get()"))
                .isEqualTo("1");
        assertThat(type("executor.submit(() -> { found.add(3); return found.size(); }).get()"))
                .isEqualTo("1");
    }

    @Test
    void shouldTakeWhatAVariableIsWhenItIsTypedAnew() {
        type("int again = 1;");
        assertThat(type("executor.submit(() -> again + 1).get()")).isEqualTo("2");
        type("String again = \"text\";");
        assertThat(type("executor.submit(() -> again + 1).get()")).isEqualTo("\"text1\"");
        type("int[] table = {5, 6, 7};");
        assertThat(type("executor.submit(() -> table[1]).get()")).isEqualTo("6");
        type("table = null;");
        assertThat(type("executor.submit(() -> table == null).get()")).isEqualTo("true");
    }

    @Test
    void shouldImproveABestValueThatIsAVariable() {
        type("int low = 4;");
        type("int sign = 1;");
        type("record Found(int cost) implements java.io.Serializable {}");
        type("Best<Found> best = executor.best(new Found(9),"
                + " (one, other) -> sign * Integer.compare(one.cost(), other.cost()));");
        assertThat(type("executor.submit(() -> best.offer(new Found(low))).get()"))
                .isEqualTo("true");
        assertThat(type("best.get().cost()")).isEqualTo("4");
        assertThat(type("best.offer(new Found(3))")).isEqualTo("true");
        type("low = 2;");
        assertThat(type("executor.submit(() -> 10 * best.get().cost() + (best.offer(new Found(low)) ? 1 : 0)).get()"))
                .isEqualTo("31");
        assertThat(type("best.get()")).isEqualTo("Found[cost=2]");
        type("notes.clear(); executor.submit(() -> { best.offer(new Found(1)); }).get();");
        assertThat(type("notes")).isEqualTo("[]");
        assertThat(type("best.get()")).isEqualTo("Found[cost=1]");
        assertThat(type("executor.onEachEngine(() -> best.get().cost() + low).get()"))
                .isEqualTo("[3]");
    }
}
