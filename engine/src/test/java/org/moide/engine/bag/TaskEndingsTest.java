package org.moide.engine.bag;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.moide.engine.TaskContext;
import org.moide.engine.core.EngineRun;

/**
 * Tests tasks that end in unusual ways, for example with an exception whose own methods throw: each counts as failed
 * and is tried again, and no other task is affected.
 */
class TaskEndingsTest {
    private static final int TASKS = 40;
    private static final long SUM = TASKS * (TASKS - 1) / 2;

    /** The code that some tasks run in their first attempts. */
    @FunctionalInterface
    interface Deed {
        void run() throws Exception;
    }

    /** An exception whose own methods throw when it is asked for its name. */
    @SuppressWarnings("OverrideThrowableToString") // an application may do so
    private static final class Unwilling extends Exception {
        private static final long serialVersionUID = 1L;

        @Override
        public String toString() {
            throw new IllegalStateException("says nothing");
        }
    }

    /** Adds up numbers; two of the tasks run the given code in their first attempt. */
    private static final class Deeds extends Numbers {
        private final Deed deed;
        private final AtomicInteger done;

        Deeds(Deed deed, AtomicInteger done) {
            this.deed = deed;
            this.done = done;
        }

        @Override
        public Long executeTask(Integer task, TaskContext<Integer> context) throws Exception {
            if (task % 20 == 7 && done.incrementAndGet() <= 2) {
                deed.run();
            }
            return (long) task;
        }
    }

    private static Named<Deed> deed(String name, Deed deed) {
        return Named.of(name, deed);
    }

    private static Deed throwing(Error error) {
        return () -> {
            throw error;
        };
    }

    @SuppressWarnings("removal") // code of other libraries may still throw it
    static Stream<Named<Deed>> deeds() {
        return Stream.of(
                deed("an exception", () -> {
                    throw new IOException("not there");
                }),
                deed("an exception without words", () -> {
                    throw new Unwilling();
                }),
                deed("an assertion", throwing(new AssertionError("not so"))),
                deed("memory", throwing(new OutOfMemoryError("Cannot reserve direct buffer memory"))),
                deed("a missing class", throwing(new NoClassDefFoundError("own/Missing"))),
                deed("a broken class", throwing(new ExceptionInInitializerError("own.Broken"))),
                deed("thread death", throwing(new ThreadDeath())),
                deed("a JVM's error", throwing(new InternalError("unsafe"))),
                deed("an interrupt that it throws", () -> {
                    throw new InterruptedException("by myself");
                }),
                deed("an interrupt that it leaves", () -> Thread.currentThread().interrupt()),
                deed(
                        "interrupts of all compute threads",
                        () -> Thread.getAllStackTraces().keySet().stream()
                                .filter(thread -> thread.getName().contains("-compute-"))
                                .forEach(Thread::interrupt)),
                deed("an interrupt of all compute threads, and an error", () -> {
                    Thread.getAllStackTraces().keySet().stream()
                            .filter(thread -> thread.getName().contains("-compute-"))
                            .forEach(Thread::interrupt);
                    throw new AssertionError("and now");
                }));
    }

    @ParameterizedTest
    @MethodSource("deeds")
    void shouldTryATaskAgainWhateverItDid(Deed deed) throws Exception {
        AtomicInteger done = new AtomicInteger();
        EngineRun run = EngineRun.of(() -> new Deeds(deed, done), 2, 2).tasks(Numbers.below(TASKS));
        assertThat(run.complete()).containsEntry("sum", SUM);
        assertThat(run.givenUp).isEmpty();
    }
}
