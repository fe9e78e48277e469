package org.moide.engine.compute;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.moide.commlib.CommException;

final class TracesTest {
    private static final StackTraceElement USERS = frame("own.Primes", "executeTask", 14);
    private static final StackTraceElement BRIDGE = frame("own.Primes", "executeTask", 6);
    private static final StackTraceElement OURS = frame("org.moide.engine.bag.BagThread", "runOne", 76);
    private static final StackTraceElement JVMS = frame("java.lang.Thread", "run", 840);

    @Test
    void shouldLeaveOutWhatCalledTheApplication() {
        assertThat(Traces.of(thrown(frame("java.util.List", "get", 1), USERS, BRIDGE, OURS, JVMS)))
                .isEqualTo("\tat java.util.List.get(List.java:1)\n\tat own.Primes.executeTask(Primes.java:14)");
    }

    @Test
    void shouldLeaveOutWhatCalledAHandlerOfWorkers() {
        StackTraceElement handling = frame("org.moide.engine.worker.Handling", "handle", 210);
        StackTraceElement threads = frame("org.moide.engine.core.ComputeThreads", "compute", 281);
        assertThat(Traces.of(thrown(USERS, handling, threads, JVMS)))
                .isEqualTo("\tat own.Primes.executeTask(Primes.java:14)");
    }

    @Test
    void shouldBeginWithTheApplicationsLineWhenItWasRefused() {
        assertThat(Traces.of(thrown(OURS, OURS, USERS, OURS, JVMS)).lines())
                .containsExactly("\tat own.Primes.executeTask(Primes.java:14)");
        CommException wrapped =
                new CommException("cannot send", thrown(frame("java.util.List", "of", 1), OURS, USERS, OURS, JVMS));
        wrapped.setStackTrace(new StackTraceElement[] {OURS, USERS, OURS, JVMS});
        assertThat(Traces.of(wrapped).lines()).containsExactly("\tat own.Primes.executeTask(Primes.java:14)");
    }

    @Test
    void shouldKeepTheCauseThatTheApplicationThrewWhileWeCalledIt() {
        StackTraceElement recompute = frame("own.Primes", "recompute", 40);
        IllegalStateException wrapped =
                new IllegalStateException("recompute threw", thrown(recompute, OURS, USERS, OURS, JVMS));
        wrapped.setStackTrace(new StackTraceElement[] {OURS, USERS, OURS, JVMS});
        assertThat(Traces.of(wrapped).lines()).contains("\tat own.Primes.recompute(Primes.java:40)");
    }

    @Test
    void shouldKeepWhatOfOursTheApplicationCalledWhenThatWasNoRefusal() {
        Throwable ours = new NullPointerException("planned");
        ours.setStackTrace(new StackTraceElement[] {OURS, USERS, OURS, JVMS});
        assertThat(Traces.of(ours).lines())
                .containsExactly(
                        "\tat org.moide.engine.bag.BagThread.runOne(BagThread.java:76)",
                        "\tat own.Primes.executeTask(Primes.java:14)");
        assertThat(Traces.of(thrown(OURS, JVMS)).lines()).hasSize(2);
        assertThat(Traces.of(thrown())).isEqualTo("\t(it has no stack trace)");
    }

    @Test
    void shouldFoldFramesThatRepeat() {
        StackTraceElement one = frame("own.Tree", "left", 3);
        StackTraceElement other = frame("own.Tree", "right", 7);
        StackTraceElement[] frames = new StackTraceElement[1_024];
        for (int i = 0; i < frames.length; i++) {
            frames[i] = i % 2 == 0 ? one : other;
        }
        assertThat(Traces.of(thrown(frames)).lines())
                .containsExactly(
                        "\tat own.Tree.left(Tree.java:3)",
                        "\tat own.Tree.right(Tree.java:7)",
                        "\t... these 2 frames 512 times");
        assertThat(Traces.of(thrown(one, one, one, USERS, OURS)).lines())
                .containsExactly(
                        "\tat own.Tree.left(Tree.java:3)",
                        "\t... this frame 3 times",
                        "\tat own.Primes.executeTask(Primes.java:14)");
    }

    @Test
    void shouldShowCausesWithoutTheFramesThatWereShown() {
        Throwable cause = thrown(frame("own.Reader", "read", 5), USERS, OURS, JVMS);
        Throwable thrown = new IllegalStateException("outer", cause);
        thrown.setStackTrace(new StackTraceElement[] {USERS, OURS, JVMS});
        thrown.addSuppressed(thrown(frame("own.Reader", "close", 9), USERS, OURS, JVMS));
        assertThat(Traces.of(thrown).lines())
                .containsExactly(
                        "\tat own.Primes.executeTask(Primes.java:14)",
                        "Suppressed: java.lang.IllegalArgumentException: planned",
                        "\tat own.Reader.close(Reader.java:9)",
                        "Caused by: java.lang.IllegalArgumentException: planned",
                        "\tat own.Reader.read(Reader.java:5)");
    }

    @Test
    void shouldEndWhenCausesGoRoundAndWhenToStringThrows() {
        IllegalStateException one = new IllegalStateException("one");
        one.initCause(new IllegalStateException("other", one));
        assertThat(Traces.of(one)).contains("Caused by: java.lang.IllegalStateException: other");
        Throwable wordless = new Wordless();
        assertThat(Traces.headline(wordless)).contains(Wordless.class.getName());
    }

    @Test
    void shouldPointAtTheClassPathWhenAClassIsMissing() {
        String hint = "class own.Helper is in none of the application's jars and folders: name the one that has it with"
                + " --classpath";
        Throwable error = new NoClassDefFoundError("own/Helper");
        error.initCause(new ClassNotFoundException("own.Helper"));
        for (Throwable thrown :
                List.of(error, new ClassNotFoundException("own.Helper"), new IllegalStateException("wrapped", error))) {
            assertThat(Traces.of(thrown).lines()).filteredOn(hint::equals).hasSize(1);
        }
        assertThat(Traces.of(new NoClassDefFoundError("Could not initialize class own.Helper")))
                .doesNotContain("--classpath");
    }

    @SuppressWarnings("OverrideThrowableToString") // an application may do so
    private static final class Wordless extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String toString() {
            throw new IllegalStateException("planned");
        }
    }

    private static Throwable thrown(StackTraceElement... frames) {
        Throwable thrown = new IllegalArgumentException("planned");
        thrown.setStackTrace(frames);
        return thrown;
    }

    private static StackTraceElement frame(String type, String method, int line) {
        return new StackTraceElement(type, method, type.substring(type.lastIndexOf('.') + 1) + ".java", line);
    }
}
