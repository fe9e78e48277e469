package org.moide.coordinator.run.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.moide.coordinator.run.state.AssembledEngine;
import org.moide.coordinator.selection.Assignment;
import org.moide.coordinator.selection.Candidate;

/** Tests how the engines of a run are ended when the process can create no threads or has no memory. */
class AssemblyEndTest {
    private final List<String> closed = new CopyOnWriteArrayList<>();
    private final List<Throwable> told = new CopyOnWriteArrayList<>();
    private final List<Error> planted = new CopyOnWriteArrayList<>();

    /**
     * An executor that creates a thread for each task. Starting a thread throws the first error in the list
     * {@code planted} and removes it, as long as the list is not empty.
     */
    private final ExecutorService helpers =
            new ThreadPoolExecutor(0, Integer.MAX_VALUE, 0, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                Thread thread = new Thread(task) {
                    @Override
                    public synchronized void start() {
                        if (!planted.isEmpty()) {
                            throw planted.remove(0);
                        }
                        super.start();
                    }
                };
                thread.setDaemon(true);
                return thread;
            });

    private final Assembly assembly = new Assembly(helpers, (where, fault) -> told.add(fault));

    @AfterEach
    void end() {
        helpers.shutdown();
    }

    private void host(String name, Runnable whenClosed) {
        Candidate candidate = new Candidate(name, name, name, 1, 1, 1, 1 << 30, 0);
        Assignment assignment = new Assignment(1, candidate, 1, 1 << 26, 1, 1, 0.5);
        assembly.offer(candidate, new EngineSite() {
            @Override
            public AssembledEngine assemble(Assignment wanted, ThreadsThere there) {
                return AssembledEngine.failed(wanted, "of a test");
            }

            @Override
            public void close() {
                whenClosed.run();
                closed.add(name);
            }
        });
        assembly.add(assignment, 1);
    }

    @Test
    void shouldWaitForNoneOfWhichTheEndHasFailed() {
        LinkageError missing = new NoClassDefFoundError("planted");
        host("a", () -> {
            throw missing;
        });
        host("b", () -> {});
        assembly.close();
        assertThat(closed).containsExactly("b");
        assertThat(told).containsExactly(missing);
    }

    @Test
    void shouldEndAllAlsoWhenThereAreNoThreadsForThat() {
        host("a", () -> {});
        host("b", () -> {});
        host("c", () -> {});
        planted.add(new OutOfMemoryError("unable to create native thread"));
        planted.add(new OutOfMemoryError("unable to create native thread"));
        assertThatCode(assembly::close).doesNotThrowAnyException();
        assertThat(closed).containsExactlyInAnyOrder("a", "b", "c");
        assertThat(told).isEmpty();
    }
}
