package org.moide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.moide.engine.Shared;

/** The contract of executors in this JVM; and what goes by reference. */
class LocalExecutorTest extends ExecutorContract {
    private static final Moide MOIDE = QuickMoide.builder().threads(2).build();
    private static final Moide ONE = QuickMoide.builder().threads(1).build();
    private static final Moide COPIES =
            QuickMoide.builder().threads(1).serializeAlways().build();
    private static final MoideExecutor EXECUTOR = MOIDE.executor();

    @Override
    MoideExecutor shared() {
        return EXECUTOR;
    }

    @Override
    MoideExecutor own() {
        return ONE.executor();
    }

    @Override
    Moide moide() {
        return QuickMoide.builder().threads(1).build();
    }

    @AfterAll
    static void close() {
        MOIDE.close();
        ONE.close();
        COPIES.close();
        assertThat(EXECUTOR.isShutdown()).isTrue();
    }

    @Test
    void shouldReplaceTheThreadOfACallThatIsDeaf() throws Exception {
        shouldReplaceTheThreadOfACallThatIsDeaf(own());
    }

    @Test
    void shouldGiveReferencesOrCopies() throws Exception {
        ArrayList<String> list = new ArrayList<>(List.of("a"));
        assertThat(EXECUTOR.submit(() -> list).get()).isSameAs(list);
        try (MoideExecutor copies = COPIES.executor()) {
            assertThat(copies.submit(() -> list).get()).isEqualTo(list).isNotSameAs(list);
        }
    }

    @Test
    void shouldShareAReferenceOrOneCopy() throws Exception {
        ArrayList<String> list = new ArrayList<>(List.of("a"));
        Shared<ArrayList<String>> table = EXECUTOR.share(list);
        assertThat(EXECUTOR.submit(() -> table.value()).get()).isSameAs(list);
        try (MoideExecutor copies = COPIES.executor()) {
            Shared<ArrayList<String>> copied = copies.share(list);
            int one =
                    copies.submit(() -> System.identityHashCode(copied.value())).get();
            assertThat(one).isNotEqualTo(System.identityHashCode(list));
            assertThat(copies.submit(() -> System.identityHashCode(copied.value()))
                            .get())
                    .isEqualTo(one);
            assertThat(copied.value()).isSameAs(list);
        }
    }

    private static final class Counted implements Serializable, java.util.concurrent.Callable<Integer> {
        private static final long serialVersionUID = 1L;
        private transient int written;

        private void writeObject(java.io.ObjectOutputStream out) throws java.io.IOException {
            written++;
            out.defaultWriteObject();
        }

        @Override
        public Integer call() {
            return written;
        }
    }

    @Test
    void shouldLookOnceAtAClass() throws Exception {
        Counted call = new Counted();
        for (int time = 0; time < 5; time++) {
            assertThat(EXECUTOR.submit((java.util.concurrent.Callable<Integer>) call)
                            .get())
                    .isEqualTo(1);
        }
    }

    @Test
    void shouldTakeAnyRunnableWhereCallsGoByReference() throws Exception {
        java.util.concurrent.CompletableFuture<String> ran = new java.util.concurrent.CompletableFuture<>();
        EXECUTOR.execute(new Runnable() {
            @Override
            public void run() {
                ran.complete("ran");
            }
        });
        assertThat(ran.get()).isEqualTo("ran");
        assertThat(java.util.concurrent.CompletableFuture.supplyAsync(() -> 1, EXECUTOR)
                        .thenApplyAsync(one -> one + 1, EXECUTOR)
                        .get())
                .isEqualTo(2);
    }

    @Test
    void shouldLetCallsWriteWhereTheyGoByReference() throws Exception {
        assertThat(notesOfWrites(QuickMoide.builder().threads(1))).containsExactly("fitness 7");
    }

    @Test
    void shouldFailACallWhoseOwnCallWaitsForIt() {
        CompletableFuture<Future<?>> parent = new CompletableFuture<>();
        AtomicReference<Thread> child = new AtomicReference<>();
        parent.complete(EXECUTOR.submit(new Runnable() {
            @Override
            public void run() {
                MoideExecutor.current().execute(new Runnable() {
                    @Override
                    public void run() {
                        child.set(Thread.currentThread());
                        try {
                            parent.join().get();
                        } catch (InterruptedException | ExecutionException over) {
                            Thread.currentThread().interrupt();
                        }
                    }
                });
                while (child.get() == null || child.get().getState() != Thread.State.TIMED_WAITING) {
                    Thread.onSpinWait();
                }
            }
        }));
        assertThat(parent.join())
                .failsWithin(Duration.ofSeconds(20))
                .withThrowableOfType(ExecutionException.class)
                .withMessageContaining("found a circle")
                .withMessageContaining("which waits for the first");
    }

    @Test
    void shouldBeRefusedByAMoideThatIsClosed() {
        Moide moide = Moide.local();
        MoideExecutor executor = moide.executor();
        moide.close();
        assertThat(executor.isShutdown()).isTrue();
        assertThatThrownBy(moide::executor).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() ->
                        QuickMoide.builder().option("--threads", "none").build().executor())
                .hasMessage("--threads: expected a number from 1 on, found none");
    }
}
