package org.moide;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.moide.engine.SerializableCallable;
import org.moide.engine.SerializableRunnable;

/** A contract of calls that make calls, for executors of all kinds. Calls say what they did by files. */
abstract class CallsInCallsContract extends SearchContract {
    static long fibonacci(int n) throws Exception {
        if (n < 2) {
            return n;
        }
        Future<Long> left = MoideExecutor.current().submit(() -> fibonacci(n - 1));
        return fibonacci(n - 2) + left.get();
    }

    static int chain(int length) throws Exception {
        return length == 0
                ? 0
                : 1 + MoideExecutor.current().submit(() -> chain(length - 1)).get();
    }

    @Test
    void shouldRunCallsThatSubmitCallsAndWaitForThem() throws Exception {
        MoideExecutor executor = own();
        List<Future<Integer>> futures = new ArrayList<>();
        for (int call = 0; call < 8; call++) {
            int value = call;
            futures.add(executor.submit(
                    () -> MoideExecutor.current().submit(() -> 3 * value).get()));
        }
        for (int call = 0; call < 8; call++) {
            assertThat(futures.get(call).get()).isEqualTo(3 * call);
        }
    }

    @Test
    void shouldRunATreeOfCalls() throws Exception {
        assertThat(shared().submit(() -> fibonacci(14)).get()).isEqualTo(377);
    }

    @Test
    void shouldTakeACapturedExecutorForTheOneThatRunsTheCall() throws Exception {
        MoideExecutor executor = shared();
        assertThat(executor.submit(() -> executor.submit(() -> 4).get()).get()).isEqualTo(4);
    }

    /** What a program keeps in static fields. */
    @SuppressWarnings("NonFinalStaticField") // that is what this is about
    static final class Kept {
        private static MoideExecutor executor;
        static ExecutorService service;
        static Moide moide;
    }

    /** As Scala makes one of an {@code object}. */
    static final class KeptByScala {
        static final KeptByScala MODULE$ = new KeptByScala();
        private MoideExecutor executor;
    }

    @Test
    void shouldTakeAnExecutorInAStaticFieldForTheOneThatRunsTheCall() throws Exception {
        MoideExecutor executor = shared();
        Kept.executor = null;
        assertThat(executor.submit(() -> kept(2)).get()).isEqualTo(-1);
        Kept.executor = executor;
        Kept.service = executor;
        KeptByScala.MODULE$.executor = executor;
        assertThat(executor.submit(() -> kept(2)).get()).isEqualTo(2);
        SerializableCallable<Integer> four = () -> 4;
        assertThat(executor.submit(() -> Kept.service.submit(four).get()).get()).isEqualTo(4);
        assertThat(executor.submit(() ->
                                KeptByScala.MODULE$.executor.submit(() -> 5).get())
                        .get())
                .isEqualTo(5);
        try (Stream<Integer> mapped = executor.map(
                List.of(1, 2, 3), x -> Kept.executor.start(() -> 2 * x).join())) {
            assertThat(mapped).containsExactly(2, 4, 6);
        }
        assertThat(executor.reduce(
                        List.of(1, 2, 3),
                        x -> x,
                        (x, y) -> Kept.executor.start(() -> x + y).join()))
                .contains(6);
        assertThat(Kept.executor).isSameAs(executor);
    }

    static int kept(int depth) throws Exception {
        if (Kept.executor == null) {
            return -1;
        }
        return depth == 0 ? 0 : 1 + Kept.executor.submit(() -> kept(depth - 1)).get();
    }

    @Test
    void shouldRunAChainOfCallsThatIsLongerThanThreadsAndStacks() throws Exception {
        assertThat(shared().submit(() -> chain(2_000)).get()).isEqualTo(2_000);
    }

    static int slowSum(int[] ones) throws InterruptedException {
        Thread.sleep(20); // so that other threads and engines take the others
        return IntStream.of(ones).sum();
    }

    @Test
    void shouldRunLongCallsWhereverTheyAreTaken() throws Exception {
        Future<Integer> sum = shared().submit(() -> {
            int[] ones = new int[100_000];
            Arrays.fill(ones, 1);
            List<Future<Integer>> parts = new ArrayList<>();
            for (int part = 0; part < 8; part++) {
                parts.add(MoideExecutor.current().submit(() -> slowSum(ones)));
            }
            int all = 0;
            for (Future<Integer> part : parts) {
                all += part.get();
            }
            return all;
        });
        assertThat(sum).succeedsWithin(Duration.ofSeconds(30)).isEqualTo(800_000);
    }

    @Test
    void shouldThrowWhatASubmittedCallThrew() {
        assertThatThrownBy(() -> shared().submit(() -> {
                            Callable<Integer> thrower = (SerializableCallable<Integer>) () -> {
                                throw new IllegalStateException("within");
                            };
                            try {
                                return MoideExecutor.current().submit(thrower).get();
                            } catch (ExecutionException thrown) {
                                throw (Exception) thrown.getCause();
                            }
                        })
                        .get())
                .hasCauseInstanceOf(IllegalStateException.class)
                .hasRootCauseMessage("within");
    }

    @Test
    void shouldMapAndReduceWithinACall() throws Exception {
        Future<Integer> sum = shared().submit(() -> {
            List<Integer> numbers = IntStream.range(0, 100).boxed().toList();
            try (Stream<Integer> doubled = MoideExecutor.current().map(numbers, number -> 2 * number)) {
                int all = doubled.mapToInt(Integer::intValue).sum();
                return all
                        + MoideExecutor.current()
                                .reduce(numbers, number -> number, Integer::sum)
                                .orElse(0);
            }
        });
        assertThat(sum.get()).isEqualTo(9_900 + 4_950);
    }

    @Test
    void shouldInvokeAllAndAnyWithinACall() throws Exception {
        Future<Integer> sum = shared().submit(() -> {
            SerializableCallable<Integer> one = () -> 1;
            int all = 0;
            for (Future<Integer> each : MoideExecutor.current().invokeAll(List.of(one, one, one))) {
                all += each.get();
            }
            return all + MoideExecutor.current().invokeAny(List.of(one, one));
        });
        assertThat(sum.get()).isEqualTo(4);
    }

    @Test
    void shouldRunACallWhoseValueIsAskedForWithATimeLimit() throws Exception {
        Future<Integer> sum = own().submit(() -> {
            SerializableCallable<Integer> one = () -> 1;
            int all = MoideExecutor.current().submit(one).get(30, SECONDS);
            for (Future<Integer> each : MoideExecutor.current().invokeAll(List.of(one, one, one), 30, SECONDS)) {
                all += each.get();
            }
            return all;
        });
        assertThat(sum.get()).isEqualTo(4);
    }

    @Test
    void shouldWaitForACallNoLongerThanTheTimeLimit() throws Exception {
        Future<Duration> waited = shared().submit(() -> {
            Future<Integer> sleeper = MoideExecutor.current().submit(() -> {
                Thread.sleep(60_000);
                return 1;
            });
            long start = System.nanoTime();
            try {
                sleeper.get(2, SECONDS);
            } catch (TimeoutException expected) {
                sleeper.cancel(true);
            }
            return Duration.ofNanos(System.nanoTime() - start);
        });
        assertThat(waited.get()).isBetween(Duration.ofSeconds(2), Duration.ofMillis(3_900));
    }

    @Test
    void shouldBeDoneWhenTheSubmittedCallsAreDone() throws Exception {
        Path file = ExecutorContract.newFile();
        String name = file.toString();
        shared().submit(() -> {
                    MoideExecutor.current().submit(() -> {
                        Thread.sleep(100);
                        return Files.writeString(Path.of(name), "done").toString();
                    });
                    return 1;
                })
                .get();
        assertThat(file).hasContent("done");
    }

    @Test
    void shouldCancelTheCallsOfOneThatThrows() throws Exception {
        ExecutorContract.Waits child = ExecutorContract.waits();
        Future<String> parent = shared().submit(() -> {
            MoideExecutor.current().submit((Callable<String>) child);
            child.awaitBegun(); // nobody asks for it: another thread begins it
            throw new IllegalStateException("failed");
        });
        assertThatThrownBy(parent::get).hasRootCauseMessage("failed");
        child.awaitInterrupted();
    }

    @Test
    void shouldCancelTheCallsOfOneThatIsCancelled() throws Exception {
        ExecutorContract.Waits child = ExecutorContract.waits();
        Future<String> parent = shared().submit(() ->
                MoideExecutor.current().submit((Callable<String>) child).get());
        child.awaitBegun();
        parent.cancel(true);
        child.awaitInterrupted();
        assertThatThrownBy(parent::get).isInstanceOf(CancellationException.class);
    }

    /** Waits for a gate, detaches a call that waits for another, and writes a file in the end. */
    static void detaches(ExecutorContract.Waits gate, ExecutorContract.Waits other, String done) {
        gate.run();
        MoideExecutor.current().detach(() -> {
            other.run();
            ExecutorContract.write(done, "done");
        });
    }

    @Test
    void shouldRunDetachedCallsThoughTheOneFailsThatDetachedThem() throws Exception {
        MoideExecutor executor = own();
        ExecutorContract.Waits gate = ExecutorContract.waits();
        ExecutorContract.Waits other = ExecutorContract.waits();
        String done = other.begun() + "-done";
        Future<String> parent = executor.submit(() -> {
            MoideExecutor.current().detach(() -> detaches(gate, other, done));
            throw new IllegalStateException("failed");
        });
        assertThatThrownBy(parent::get).hasRootCauseMessage("failed");
        gate.awaitBegun();
        executor.shutdown();
        assertThat(executor.awaitTermination(1, MILLISECONDS)).isFalse();
        gate.release();
        other.awaitBegun();
        assertThat(executor.isTerminated()).isFalse();
        other.release();
        assertThat(executor.awaitTermination(30, SECONDS)).isTrue();
        assertThat(Path.of(done)).exists();
    }

    @Test
    void shouldRunADetachedCallThoughTheOneIsCancelledThatDetachedIt() throws Exception {
        ExecutorContract.Waits parent = ExecutorContract.waits();
        ExecutorContract.Waits child = ExecutorContract.waits();
        String done = child.begun() + "-done";
        Future<String> future = shared().submit(() -> {
            MoideExecutor.current().detach(() -> {
                child.run();
                ExecutorContract.write(done, "done");
            });
            return parent.call();
        });
        parent.awaitBegun();
        future.cancel(true);
        parent.awaitInterrupted();
        child.awaitBegun();
        child.release();
        ExecutorContract.awaitFile(done);
    }

    @Test
    void shouldCancelAndRefuseDetachedCallsAfterShutdownNow() throws Exception {
        MoideExecutor executor = own();
        ExecutorContract.Waits gate = ExecutorContract.waits();
        ExecutorContract.Waits child = ExecutorContract.waits();
        String said = gate.begun() + "-said";
        executor.submit(() -> {
            MoideExecutor.current().detach(child::run);
            try {
                gate.call();
            } catch (InterruptedException ended) {
                try {
                    MoideExecutor.current().detach(child::run);
                } catch (RejectedExecutionException refused) {
                    ExecutorContract.write(said, "refused");
                }
            }
            return 0;
        });
        gate.awaitBegun();
        assertThat(executor.shutdownNow()).isEmpty();
        ExecutorContract.awaitFile(said);
        assertThat(executor.awaitTermination(30, SECONDS)).isTrue();
    }

    @Test
    void shouldTakeCallsOfARunningCallAfterShutdown() throws Exception {
        MoideExecutor executor = own();
        ExecutorContract.Waits gate = ExecutorContract.waits();
        Future<Integer> parent = executor.submit(() -> {
            gate.call();
            return MoideExecutor.current().submit(() -> 5).get();
        });
        gate.awaitBegun();
        executor.shutdown();
        gate.release();
        assertThat(parent.get()).isEqualTo(5);
        assertThat(executor.awaitTermination(30, SECONDS)).isTrue();
    }

    @Test
    void shouldRefuseCallsOfARunningCallAfterShutdownNow() throws Exception {
        MoideExecutor executor = own();
        ExecutorContract.Waits gate = ExecutorContract.waits();
        String said = gate.begun() + "-said";
        executor.submit(() -> {
            try {
                gate.call();
            } catch (InterruptedException ended) {
                try {
                    MoideExecutor.current().submit(() -> 5).get();
                } catch (RejectedExecutionException refused) {
                    Files.writeString(Path.of(said), "refused");
                }
            }
            return 0;
        });
        gate.awaitBegun();
        executor.shutdownNow();
        ExecutorContract.awaitFile(said);
        assertThat(executor.awaitTermination(30, SECONDS)).isTrue();
    }

    @Test
    void shouldEndOrNameACallThatHoldsALockOverGet() throws Exception {
        Future<Integer> parent = shared().submit(() -> {
            synchronized (CallsInCallsContract.class) {
                return MoideExecutor.current()
                        .submit(() -> {
                            synchronized (CallsInCallsContract.class) {
                                return 6;
                            }
                        })
                        .get();
            }
        });
        try {
            assertThat(parent.get()).isEqualTo(6);
        } catch (ExecutionException named) { // another thread had begun the call before get
            assertThat(named).hasMessageContaining("which the first holds: give the lock back before get");
        }
    }

    @Test
    void shouldNameCallsThatWaitForALockOfTheOneThatWaitsForThem() {
        String name = ExecutorContract.newFile().toString();
        Future<Integer> parent = own().submit(() -> {
            String held;
            synchronized (CallsInCallsContract.class) {
                Future<Integer> child = MoideExecutor.current().submit(() -> {
                    Files.writeString(Path.of(name), "");
                    synchronized (CallsInCallsContract.class) {
                        return 6;
                    }
                });
                ExecutorContract.awaitFile(name); // so that it runs on another thread
                try {
                    return child.get();
                } catch (IllegalStateException named) {
                    held = String.valueOf(named.getMessage());
                }
            }
            return held.contains("waits for a lock") && held.contains("which the first holds") ? 1 : 0;
        });
        assertThat(parent).succeedsWithin(Duration.ofSeconds(30)).isEqualTo(1);
    }

    @Test
    void shouldRunACallAfterOthersWereMadeAndNotSubmitted() throws Exception {
        String name = ExecutorContract.newFile().toString();
        Future<Integer> parent = own().submit(() -> {
            List<SerializableCallable<Integer>> calls = new ArrayList<>();
            calls.add(() -> 1);
            calls.add(null);
            int refused = 0;
            try {
                MoideExecutor.current().invokeAll(calls, 1, SECONDS); // makes all, and cancels what it has made
            } catch (NullPointerException expected) {
                refused = 1;
            }
            MoideExecutor.current()
                    .submit(() -> Files.writeString(Path.of(name), "").toString());
            ExecutorContract.awaitFile(name);
            return refused;
        });
        assertThat(parent).succeedsWithin(Duration.ofSeconds(30)).isEqualTo(1);
    }

    @Test
    void shouldRunACallForWhichItsParentWaitsInAnotherWay() throws Exception {
        String name = ExecutorContract.newFile().toString();
        Future<Integer> parent = own().submit(() -> {
            MoideExecutor.current()
                    .submit(() -> Files.writeString(Path.of(name), "").toString());
            ExecutorContract.awaitFile(name);
            return 7;
        });
        assertThat(parent.get()).isEqualTo(7);
    }

    @Test
    void shouldServeACompletionServiceWithinACall() throws Exception {
        Future<List<String>> came = shared().submit(() -> {
            List<String> all = new ArrayList<>();
            MoideExecutor here = MoideExecutor.current();
            for (ExecutorService of : List.of(here, Executors.unconfigurableExecutorService(here))) {
                ExecutorCompletionService<String> service = new ExecutorCompletionService<>(of);
                for (int number = 0; number < 20; number++) {
                    service.submit(new ExecutorContract.Returns("" + number));
                }
                Future<String> failed = service.submit(new ExecutorContract.Throws("last"));
                for (int number = 0; number < 21; number++) {
                    Future<String> next = service.take();
                    all.add(next == failed ? failure(next) : next.get());
                }
            }
            return all;
        });
        assertThat(came.get(60, SECONDS)).hasSize(42).contains("0", "19", "last");
        assertThat(Set.copyOf(came.get())).hasSize(21);
    }

    static String failure(Future<?> failed) throws InterruptedException {
        try {
            return "" + failed.get();
        } catch (ExecutionException thrown) {
            return "" + thrown.getCause().getMessage();
        }
    }

    @Test
    void shouldCountCallsOfACompletionServiceThatAreAskedForAtOnce() throws Exception {
        String name = ExecutorContract.newFile().toString();
        Future<Integer> sum = own().submit(() -> {
            ExecutorCompletionService<Integer> service = new ExecutorCompletionService<>(MoideExecutor.current());
            SerializableCallable<Integer> one = () -> 1;
            int all = 0;
            for (int call = 0; call < 10; call++) {
                all += service.submit(one).get() + service.take().get();
            }
            MoideExecutor.current()
                    .submit(() -> Files.writeString(Path.of(name), "").toString());
            ExecutorContract.awaitFile(name); // nobody asks for this one: another thread runs it
            return all;
        });
        assertThat(sum.get(60, SECONDS)).isEqualTo(20);
    }

    @Test
    void shouldRunTheCallInWhatTheJdkWrapsItInWithinACall() throws Exception {
        Future<List<String>> came = own().submit(() -> {
            MoideExecutor here = MoideExecutor.current();
            List<String> all = new ArrayList<>();
            FutureTask<String> task = new FutureTask<>(new ExecutorContract.Returns("task"));
            here.execute((Runnable) task);
            all.add(task.get());
            FutureTask<String> fails = new FutureTask<>(new ExecutorContract.Throws("no task"));
            here.execute((Runnable) fails);
            all.add(failure(fails));
            SerializableRunnable runs = () -> {};
            FutureTask<String> result = new FutureTask<>(runs, "result");
            here.execute((Runnable) result);
            all.add(result.get());
            all.add(here.submit(Executors.callable(runs, "adapted")).get());
            all.add(here.invokeAll(List.of(Executors.callable(runs, "all")))
                    .get(0)
                    .get());
            all.add(CompletableFuture.supplyAsync((Supplier<String> & Serializable) () -> "supplied", here)
                    .thenApply(text -> text + "!")
                    .get());
            all.add(failure(CompletableFuture.supplyAsync(
                    (Supplier<String> & Serializable) () -> {
                        throw new IllegalStateException("not supplied");
                    },
                    here)));
            CompletableFuture.runAsync(runs, here).get();
            return all;
        });
        assertThat(came.get(60, SECONDS))
                .containsExactly("task", "no task", "result", "adapted", "all", "supplied!", "not supplied");
    }

    @Test
    void shouldRunTheActionOfWhichTheJdkHasMadeACallWithinACall() throws Exception {
        Future<List<String>> came = own().submit(() -> {
            List<String> all = new ArrayList<>();
            for (Callable<?> call : ExecutorContract.privileged()) {
                Future<?> future = MoideExecutor.current().submit(call);
                try {
                    all.add("" + future.get());
                } catch (ExecutionException failed) {
                    all.add("" + failed.getCause().getMessage());
                }
            }
            return all;
        });
        assertThat(came.get(60, SECONDS)).containsExactly("acts", "has rights", "has a loader", "in vain");
    }

    @Test
    void shouldRefuseAFutureAsSuchWithinACall() throws Exception {
        Future<String> refused = own().submit(() -> {
            Future<Integer> future = MoideExecutor.current().submit(() -> 1);
            try {
                return "" + MoideExecutor.current().submit(() -> future.get()).get();
            } catch (IllegalArgumentException expected) {
                return String.valueOf(expected.getMessage());
            }
        });
        assertThat(refused.get(60, SECONDS))
                .contains("is a java.util.concurrent.Future, and java.util.concurrent.Future is not Serializable;"
                        + " send its value: get()");
    }

    @Test
    void shouldBeDoneWhenWhatIsAroundTheSubmittedCallsIsDone() throws Exception {
        String name = ExecutorContract.newFile().toString();
        own().submit(() -> {
                    var unused = CompletableFuture.supplyAsync(
                                    (Supplier<String> & Serializable) () -> name, MoideExecutor.current())
                            .thenAccept(file ->
                                    MoideExecutor.current().execute(() -> ExecutorContract.write(file, "done")));
                })
                .get(60, SECONDS);
        assertThat(Path.of(name)).hasContent("done");
    }

    @Test
    void shouldTellWhoWaitsForAWrappedCallThatItsParentWasCancelled() throws Exception {
        ExecutorContract.Waits child = ExecutorContract.waits();
        String said = ExecutorContract.newFile().toString();
        Future<String> parent = shared().submit(() -> {
            CompletableFuture<String> stage = CompletableFuture.supplyAsync(
                    (Supplier<String> & Serializable) () -> {
                        try {
                            return child.call();
                        } catch (Exception interrupted) {
                            return "interrupted";
                        }
                    },
                    MoideExecutor.current());
            var unused = stage.handle((value, thrown) -> ExecutorContract.write(said, "told"));
            child.awaitBegun();
            throw new IllegalStateException("failed");
        });
        assertThatThrownBy(parent::get).hasRootCauseMessage("failed");
        ExecutorContract.awaitFile(said);
    }

    @Test
    void shouldDoNothingWhenACallClosesItsExecutor() throws Exception {
        Future<Integer> value = shared().submit(() -> {
            try (MoideExecutor here = MoideExecutor.current()) {
                here.submit(() -> 1).get();
            }
            return MoideExecutor.current().submit(() -> 2).get();
        });
        assertThat(value.get(60, SECONDS)).isEqualTo(2);
    }

    @Test
    void shouldHaveNoExecutorOutsideOfCalls() {
        assertThatThrownBy(MoideExecutor::current)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("expected a thread that runs a call");
    }

    /** Submits from a thread that a call has started, ends the executor in a call, and shares there. */
    static String refusedInACall() throws Exception {
        MoideExecutor executor = MoideExecutor.current();
        List<String> refused = new ArrayList<>();
        Thread own = new Thread(() -> {
            try {
                executor.submit(() -> 1);
            } catch (RejectedExecutionException why) {
                refused.add(why.getMessage());
            }
        });
        own.start();
        own.join();
        for (Callable<?> wrong : List.<Callable<?>>of(
                executor::shutdownNow,
                () -> executor.awaitTermination(1, SECONDS),
                () -> executor.share(1),
                () -> executor.onEachEngine(() -> 1))) {
            try {
                wrong.call();
            } catch (UnsupportedOperationException why) {
                refused.add(why.getMessage());
            }
        }
        try {
            byte[] large = new byte[65 << 20];
            executor.submit(() -> large.length);
        } catch (IllegalArgumentException why) {
            refused.add(why.getMessage());
        }
        return String.join("\n", refused);
    }

    /** Tests what is refused in a call that is a copy, on engines and in this JVM, by the same words. */
    static void shouldRefuseInACallWhatIsTheProgramsPart(MoideExecutor executor) throws Exception {
        String refused =
                executor.submit(() -> refusedInACall()).get().replaceAll("found Thread-\\d+", "found Thread-0");
        assertThat(refused.split("\n"))
                .containsExactly(
                        "expected a thread that runs a call of this executor, found Thread-0: in a call, calls are"
                                + " submitted by the thread that runs the call; let it submit what its own threads need",
                        "shutdownNow: expected the program's own executor, found the one in a call; the program ends it",
                        "awaitTermination: expected the program's own executor, found the one in a call; the program"
                                + " ends it",
                        "share: expected the program's own executor, found the one in a call; let the program share"
                                + " the value",
                        "onEachEngine: expected the program's own executor, found the one in a call; let the program"
                                + " run it",
                        "expected a call of at most 64.0 MiB, found 65.0 MiB with all that it refers to;"
                                + " MoideExecutor.share, which the program calls, sends a large value once to each"
                                + " engine, up to 256.0 MiB");
    }
}
