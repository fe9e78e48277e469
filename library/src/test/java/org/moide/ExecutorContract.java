package org.moide;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.Serializable;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.PrivilegedAction;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.engine.Best;
import org.moide.engine.SerializableCallable;
import org.moide.engine.SerializableRunnable;
import org.moide.engine.Shared;

/**
 * A contract of what the JDK says of an {@link java.util.concurrent.ExecutorService}, point by point as the TCK of JSR
 * 166 asks for it. Calls say what they did by files, since they may run in another JVM.
 */
abstract class ExecutorContract extends CallsInCallsContract {
    @TempDir
    static Path folder;

    private static int names;

    /** A new one, for a test that closes it. */
    abstract Moide moide();

    /** Leaves a file, and waits until there is another. */
    record Waits(String begun, String until) implements Callable<String>, Runnable, Serializable {
        @Override
        public String call() throws Exception {
            Files.writeString(Path.of(begun), "begun");
            try {
                while (!Files.exists(Path.of(until))) {
                    new CountDownLatch(1).await(5, MILLISECONDS);
                }
            } catch (InterruptedException interrupted) {
                Files.writeString(Path.of(begun + "-interrupted"), "");
                throw interrupted;
            }
            return "done";
        }

        @Override
        public void run() {
            try {
                call();
            } catch (Exception ended) {
                throw new IllegalStateException(ended);
            }
        }

        void awaitBegun() throws InterruptedException {
            awaitFile(begun);
        }

        void awaitInterrupted() throws InterruptedException {
            awaitFile(begun + "-interrupted");
        }

        boolean hasBegun() {
            return Files.exists(Path.of(begun));
        }

        boolean wasInterrupted() {
            return Files.exists(Path.of(begun + "-interrupted"));
        }

        void release() {
            try {
                Files.writeString(Path.of(until), "");
            } catch (IOException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }

    static void awaitFile(String name) throws InterruptedException {
        while (!Files.exists(Path.of(name))) {
            new CountDownLatch(1).await(2, MILLISECONDS); // the test's own limit ends it
        }
    }

    static String write(String file, String text) {
        try {
            return Files.writeString(Path.of(file), text).toString();
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    static synchronized Waits waits() {
        String name = newFile().toString();
        return new Waits(name, name + "-go");
    }

    /** Returns the path of a file that is not there. */
    static synchronized Path newFile() {
        return folder.resolve("call-" + ++names);
    }

    static int slowly(int number) throws InterruptedException {
        new CountDownLatch(1).await(4, TimeUnit.MILLISECONDS);
        return number;
    }

    record Returns(String value) implements Callable<String>, Serializable {
        @Override
        public String call() {
            return value;
        }
    }

    record Throws(String message) implements Callable<String>, Serializable {
        @Override
        public String call() throws IOException {
            throw new IOException(message);
        }
    }

    // --- submit, execute --------------------------------------------------------------------------------------------

    @Test
    void shouldRunWhatIsSubmitted() throws Exception {
        assertThat(shared().submit(new Returns("a")).get()).isEqualTo("a");
        assertThat(shared().submit(() -> "b").get(30, SECONDS)).isEqualTo("b");
        String mark = folder.resolve("ran").toString();
        SerializableRunnable runs = () -> {
            try {
                Files.writeString(Path.of(mark), "");
            } catch (IOException impossible) {
                throw new IllegalStateException(impossible);
            }
        };
        assertThat((Object) shared().submit(runs).get()).isNull();
        assertThat(Files.exists(Path.of(mark))).isTrue();
        assertThat(shared().submit(runs, "result").get()).isEqualTo("result");
    }

    @Test
    void shouldExecute() throws Exception {
        Waits call = waits();
        shared().execute((Runnable) call);
        call.awaitBegun();
        call.release();
    }

    @Test
    void shouldRefuseNothingToRun() {
        assertThatThrownBy(() -> shared().submit((Callable<String>) null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> shared().submit((Runnable) null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> shared().submit((Runnable) null, "a")).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> shared().execute((Runnable) null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> shared().start(null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void shouldThrowWhatACallThrewAndGoOn() throws Exception {
        Future<String> failed = shared().submit(new Throws("out of paper"));
        assertThatThrownBy(failed::get)
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(IOException.class)
                .hasMessage("out of paper");
        assertThat(failed.isDone()).isTrue();
        assertThat(failed.isCancelled()).isFalse();
        SerializableRunnable error = () -> {
            throw new AssertionError("an error");
        };
        assertThatThrownBy(shared().submit(error)::get)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(AssertionError.class);
        shared().execute(error);
        assertThat(shared().submit(new Returns("on")).get()).isEqualTo("on");
    }

    @Test
    void shouldKeepTheOrderOfOneThread() throws Exception {
        try (MoideExecutor one = own()) {
            Waits first = waits();
            Future<String> head = one.submit((Callable<String>) first);
            List<Future<String>> rest = new ArrayList<>();
            for (int number = 0; number < 50; number++) {
                rest.add(one.submit(new Returns("" + number)));
            }
            first.release();
            assertThat(head.get()).isEqualTo("done");
            for (int number = 0; number < 50; number++) {
                assertThat(rest.get(number).get()).isEqualTo("" + number);
            }
        }
    }

    // --- futures ----------------------------------------------------------------------------------------------------

    @Test
    void shouldWaitForAsLongAsOneLikes() throws Exception {
        Waits call = waits();
        Future<String> future = shared().submit((Callable<String>) call);
        call.awaitBegun();
        assertThatThrownBy(() -> future.get(20, MILLISECONDS)).isInstanceOf(TimeoutException.class);
        assertThat(future.isDone()).isFalse();
        call.release();
        assertThat(future.get(30, SECONDS)).isEqualTo("done");
        assertThat(future.isDone()).isTrue();
        assertThat(future.cancel(true)).isFalse();
        assertThat(future.isCancelled()).isFalse();
    }

    @Test
    void shouldLetAWaitingThreadBeInterrupted() throws Exception {
        Waits call = waits();
        Future<String> future = shared().submit((Callable<String>) call);
        Thread waiting = Thread.currentThread();
        Thread interrupts = new Thread(waiting::interrupt, "interrupts");
        interrupts.start();
        assertThatThrownBy(future::get).isInstanceOf(InterruptedException.class);
        interrupts.join();
        assertThat(future.isDone()).isFalse();
        call.release();
        assertThat(future.get()).isEqualTo("done");
    }

    @Test
    void shouldInterruptACallThatIsCancelled() throws Exception {
        Waits call = waits();
        Future<String> future = shared().submit((Callable<String>) call);
        call.awaitBegun();
        assertThat(future.cancel(true)).isTrue();
        assertThat(future.isCancelled()).isTrue();
        assertThat(future.isDone()).isTrue();
        assertThatThrownBy(future::get).isInstanceOf(CancellationException.class);
        call.awaitInterrupted();
        assertThat(future.cancel(true)).isFalse();
        assertThat(shared().submit(new Returns("on")).get()).isEqualTo("on");
    }

    @Test
    void shouldLetACallRunThatIsCancelledWithoutInterrupt() throws Exception {
        Waits call = waits();
        Future<String> future = shared().submit((Callable<String>) call);
        call.awaitBegun();
        assertThat(future.cancel(false)).isTrue();
        assertThatThrownBy(future::get).isInstanceOf(CancellationException.class);
        assertThat(shared().submit(new Returns("meanwhile")).get()).isEqualTo("meanwhile");
        assertThat(call.wasInterrupted()).isFalse();
        call.release();
    }

    @Test
    void shouldNotBeginACallThatIsCancelledBefore() throws Exception {
        try (MoideExecutor one = own()) {
            Waits first = waits();
            Waits second = waits();
            Future<String> head = one.submit((Callable<String>) first);
            first.awaitBegun();
            Future<String> never = one.submit((Callable<String>) second);
            assertThat(never.cancel(false)).isTrue();
            first.release();
            second.release();
            assertThat(head.get()).isEqualTo("done");
            assertThat(one.submit(new Returns("after")).get()).isEqualTo("after");
            assertThat(second.hasBegun()).isFalse();
        }
    }

    @Test
    void shouldStartFuturesThatGoOn() throws Exception {
        assertThat(shared().start(() -> 20).thenApply(number -> number + 1).get())
                .isEqualTo(21);
        CompletableFuture<String> failed = shared().start(new Throws("no")::call);
        assertThatThrownBy(failed::join).isInstanceOf(CompletionException.class).hasCauseInstanceOf(IOException.class);
        Waits call = waits();
        CompletableFuture<String> late = shared().start(call::call);
        call.awaitBegun();
        List<Integer> dependents = new ArrayList<>();
        dependents.add(late.getNumberOfDependents());
        CompletableFuture<String> depends = late.thenApply(text -> text);
        dependents.add(late.getNumberOfDependents());
        late.orTimeout(1, MILLISECONDS);
        assertThatThrownBy(late::join).hasCauseInstanceOf(TimeoutException.class);
        assertThatThrownBy(depends::join).hasCauseInstanceOf(TimeoutException.class);
        dependents.add(late.getNumberOfDependents());
        call.awaitInterrupted();
        assertThat(dependents).containsExactly(0, 1, 0);
    }

    // --- options ----------------------------------------------------------------------------------------------------

    static final Duration LIMIT = Duration.ofSeconds(1);

    @Test
    void shouldInterruptACallThatTakesLongerThanItsLimit() throws Exception {
        Waits call = waits();
        Future<String> late =
                shared().submit((Callable<String>) call, CallOptions.with().timeLimit(LIMIT));
        assertThatThrownBy(late::get)
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(TimeoutException.class)
                .hasMessage("the call took longer than 1 s (CallOptions.timeLimit)")
                .hasCauseInstanceOf(InterruptedException.class);
        call.awaitInterrupted();
        Waits runnable = waits();
        assertThatThrownBy(
                        shared().submit((Runnable) runnable, CallOptions.with().timeLimit(LIMIT))::get)
                .hasCauseInstanceOf(TimeoutException.class);
        CallOptions enough = CallOptions.with().timeLimit(Duration.ofMinutes(1));
        assertThat(shared().submit(() -> "in time", enough).get()).isEqualTo("in time");
        assertThatThrownBy(shared().submit(new Throws("out of paper"), enough)::get)
                .hasCauseInstanceOf(IOException.class);
        assertThat(Thread.interrupted()).isFalse();
        assertThat(shared().submit(new Returns("on")).get()).isEqualTo("on");
    }

    /** Takes long in its first tries, and says how many it has begun. */
    record Late(String name, int late) implements Callable<Integer>, Serializable {
        @Override
        public Integer call() throws Exception {
            int tried = 0;
            while (Files.exists(Path.of(name + "-" + tried))) {
                tried++;
            }
            Files.writeString(Path.of(name + "-" + tried), "");
            if (tried < late) {
                new CountDownLatch(1).await();
            }
            return tried + 1;
        }
    }

    @Test
    void shouldTryACallAgainThatTakesLongerThanItsLimit() throws Exception {
        CallOptions twice = CallOptions.with().timeLimit(LIMIT).tries(2);
        assertThat(shared().submit(new Late(newFile().toString(), 1), twice).get())
                .isEqualTo(2);
        assertThatThrownBy(shared().submit(new Late(newFile().toString(), 2), twice)::get)
                .cause()
                .isInstanceOf(TimeoutException.class)
                .hasMessageStartingWith("the call took longer than 1 s (CallOptions.timeLimit) in 2 tries");
    }

    @Test
    void shouldRefuseOptionsThatCannotBe() {
        CallOptions options = CallOptions.with();
        assertThatThrownBy(() -> options.timeLimit(Duration.ofMillis(999)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("timeLimit: expected a time from 1 s to 292 years, since engines look at their calls a few"
                        + " times a second, found PT0.999S");
        assertThatThrownBy(() -> options.timeLimit(Duration.ofDays(200_000))).hasMessageContaining("292 years");
        assertThatThrownBy(() -> options.tries(0)).hasMessage("tries: expected 1 to 1000, found 0");
        assertThatThrownBy(() -> options.tries(1_001)).hasMessage("tries: expected 1 to 1000, found 1001");
        assertThatThrownBy(() -> options.priority(-1)).hasMessage("priority: expected 0 to 1000, found -1");
        assertThatThrownBy(() -> options.priority(1_001)).hasMessage("priority: expected 0 to 1000, found 1001");
        String one = "once: expected a call with one try, found tries(2)";
        assertThatThrownBy(() -> options.once().tries(2)).hasMessage(one);
        assertThatThrownBy(() -> options.tries(2).once()).hasMessage(one);
        assertThat(options.once().tries(1)).isEqualTo(options.tries(1).once()).isNotEqualTo(options.once());
        assertThatThrownBy(() -> shared().submit(new Returns("a"), (CallOptions) null))
                .isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> shared().submit((Callable<String>) null, options))
                .isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> shared().submit((Runnable) null, options)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void shouldSayWhatACallThatACallSubmitsCannotHave() throws Exception {
        String why = ": expected a call that the program submits, found one that a call submits; such a call can have"
                + " tries only";
        assertThat(shared().submit(() -> refused(CallOptions.with().timeLimit(Duration.ofSeconds(1))))
                        .get())
                .isEqualTo("timeLimit" + why);
        assertThat(shared().submit(() -> refused(CallOptions.with().once())).get())
                .isEqualTo("once" + why);
        assertThat(shared().submit(() -> refused(CallOptions.with().priority(1)))
                        .get())
                .isEqualTo("priority" + why);
        assertThat(shared().submit(() -> {
                            return MoideExecutor.current()
                                    .submit(new Returns("a"), CallOptions.with().tries(2))
                                    .get();
                        })
                        .get())
                .isEqualTo("a");
    }

    @Test
    void shouldRunACallThatBeginsOnce() throws Exception {
        CallOptions once = CallOptions.with().once();
        List<Future<Integer>> all = new ArrayList<>();
        for (int number = 0; number < 100; number++) {
            int its = number;
            all.add(shared().submit(() -> its, once));
        }
        for (int number = 0; number < 100; number++) {
            assertThat(all.get(number).get()).isEqualTo(number);
        }
        assertThatThrownBy(shared().submit(new Throws("out of paper"), once)::get)
                .hasCauseInstanceOf(IOException.class);
        Waits call = waits();
        Future<String> cancelled = shared().submit((Callable<String>) call, once.timeLimit(Duration.ofMinutes(1)));
        call.awaitBegun();
        assertThat(cancelled.cancel(true)).isTrue();
        call.awaitInterrupted();
        try (MoideExecutor one = own()) {
            Waits first = waits();
            Waits second = waits();
            Future<String> head = one.submit((Callable<String>) first, once);
            first.awaitBegun();
            Future<String> never = one.submit((Callable<String>) second, once);
            assertThat(never.cancel(true)).isTrue();
            first.release();
            assertThat(head.get()).isEqualTo("done");
            assertThat(one.submit(new Returns("after")).get()).isEqualTo("after");
            assertThat(second.hasBegun()).isFalse();
        }
    }

    /** Writes a word behind others in a file. */
    record Appends(String file, String word) implements Callable<String>, Serializable {
        @Override
        public String call() throws Exception {
            Files.writeString(Path.of(file), word, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            return word;
        }
    }

    /** Calls are on their way to engines for some time, so the thread is held for longer if it was too short. */
    @Test
    void shouldBeginCallsWithAHigherPriorityBeforeOthers() throws Exception {
        try (MoideExecutor one = own()) {
            String order = "";
            for (int millis = 50; millis <= 1_600 && !order.equals("dcefabgh"); millis *= 2) {
                Waits first = waits();
                Future<String> head = one.submit((Callable<String>) first);
                first.awaitBegun();
                String file = newFile().toString();
                List<Future<String>> all = new ArrayList<>();
                all.add(one.submit(new Appends(file, "a")));
                all.add(one.submit(new Appends(file, "b"), CallOptions.with().priority(0)));
                all.add(one.submit(new Appends(file, "c"), CallOptions.with().priority(2)));
                all.add(one.submit(
                        new Appends(file, "d"),
                        CallOptions.with().priority(1_000).once()));
                all.add(one.submit(new Appends(file, "e"), CallOptions.with().priority(2)));
                all.add(one.submit(
                        new Appends(file, "f"), CallOptions.with().priority(1).timeLimit(LIMIT)));
                all.add(one.submit(new Appends(file, "g")));
                all.add(one.submit(new Appends(file, "h"), CallOptions.with().tries(2)));
                new CountDownLatch(1).await(millis, MILLISECONDS);
                first.release();
                assertThat(head.get()).isEqualTo("done");
                for (Future<String> each : all) {
                    each.get();
                }
                order = Files.readString(Path.of(file));
            }
            assertThat(order).isEqualTo("dcefabgh");
        }
    }

    /** Goes on when it is interrupted. */
    record Deaf(String begun, String until) implements Callable<String>, Serializable {
        @Override
        public String call() throws Exception {
            Files.writeString(
                    Path.of(begun),
                    ProcessHandle.current().pid() + " ",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
            while (!Files.exists(Path.of(until))) {
                try {
                    new CountDownLatch(1).await(5, MILLISECONDS);
                } catch (InterruptedException deaf) {
                    // It goes on.
                }
            }
            return "done";
        }
    }

    /** Has a call in this JVM hold the only thread, and lets another one take its place. */
    static void shouldReplaceTheThreadOfACallThatIsDeaf(MoideExecutor one) throws Exception {
        String name = newFile().toString();
        Deaf call = new Deaf(name, name + "-go");
        try (one) {
            Future<String> deaf =
                    one.submit(call, CallOptions.with().timeLimit(LIMIT).tries(3));
            Future<String> next = one.submit(new Returns("next"));
            assertThat(next.get()).isEqualTo("next");
            assertThatThrownBy(deaf::get)
                    .cause()
                    .isInstanceOf(TimeoutException.class)
                    .hasMessage(
                            "the call took longer than 1 s (CallOptions.timeLimit) and is deaf to the interrupt: its"
                                    + " thread, moide-executor-1, runs on, and another one has taken its place");
            assertThat(one.invokeAll(List.of(new Returns("a"), new Returns("b"))))
                    .hasSize(2);
        }
        assertThat(one.isTerminated()).isTrue();
        assertThat(Files.readString(Path.of(name))).matches("\\d+ ");
        Files.writeString(Path.of(call.until()), "");
    }

    static String refused(CallOptions options) throws Exception {
        try {
            return MoideExecutor.current().submit(new Returns("a"), options).get();
        } catch (UnsupportedOperationException expected) {
            return String.valueOf(expected.getMessage());
        }
    }

    // --- invokeAll, invokeAny ---------------------------------------------------------------------------------------

    @Test
    void shouldInvokeAll() throws Exception {
        assertThat(shared().invokeAll(List.<Returns>of())).isEmpty();
        List<Future<String>> all = shared().invokeAll(List.of(new Returns("a"), new Throws("b"), new Returns("c")));
        assertThat(all).allMatch(Future::isDone);
        assertThat(all.get(0).get()).isEqualTo("a");
        assertThatThrownBy(all.get(1)::get).hasCauseInstanceOf(IOException.class);
        assertThat(all.get(2).get()).isEqualTo("c");
        assertThat(shared().invokeAll(List.of(new Returns("a")), 30, SECONDS)
                        .get(0)
                        .get())
                .isEqualTo("a");
    }

    @Test
    void shouldRefuseToInvokeNothing() {
        List<Callable<String>> withNull = new ArrayList<>();
        withNull.add(new Returns("a"));
        withNull.add(null);
        assertThatThrownBy(() -> shared().invokeAll(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> shared().invokeAll(withNull)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> shared().invokeAll(withNull, 1, SECONDS)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> shared().invokeAll(List.of(new Returns("a")), 1, null))
                .isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> shared().invokeAny(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> shared().invokeAny(withNull)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> shared().invokeAny(List.<Returns>of())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> shared().invokeAny(List.<Returns>of(), 1, SECONDS))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> shared().invokeAny(List.of(new Returns("a")), 1, null))
                .isInstanceOf(NullPointerException.class);
    }

    @Test
    void shouldCancelWhatIsNotDoneInTime() throws Exception {
        assertThat(shared().submit(new Returns("its threads are there")).get()).isNotNull();
        Waits slow = waits();
        List<Callable<String>> calls = List.of(new Returns("quick"), slow);
        List<Future<String>> all = shared().invokeAll(calls, 1_000, MILLISECONDS);
        assertThat(all.get(0).get()).isEqualTo("quick");
        assertThat(all.get(1).isCancelled()).isTrue();
        if (slow.hasBegun()) {
            slow.awaitInterrupted();
        }
    }

    @Test
    void shouldReturnTheFirstThatReturnsAndCancelTheOthers() throws Exception {
        Waits slow = waits();
        List<Callable<String>> calls = List.of(new Throws("first"), slow, new Returns("quick"));
        assertThat(shared().invokeAny(calls)).isEqualTo("quick");
        if (slow.hasBegun()) {
            slow.awaitInterrupted();
        }
        assertThat(shared().invokeAny(List.of(new Returns("a")), 30, SECONDS)).isEqualTo("a");
    }

    @Test
    void shouldThrowIfNoneReturns() {
        assertThatThrownBy(() -> shared().invokeAny(List.of(new Throws("a"), new Throws("a"))))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(IOException.class);
        Waits slow = waits();
        assertThatThrownBy(() -> shared().invokeAny(List.of((Callable<String>) slow), 20, MILLISECONDS))
                .isInstanceOf(TimeoutException.class);
    }

    // --- map, reduce ------------------------------------------------------------------------------------------------

    @Test
    void shouldMapInOrderAndByNeed() {
        List<Integer> numbers = IntStream.range(0, 5_000).boxed().toList();
        assertThat(shared().map(numbers, number -> number * 2))
                .isEqualTo(IntStream.range(0, 5_000)
                        .map(number -> number * 2)
                        .boxed()
                        .toList());
        assertThat(shared().map(List.<Integer>of(), number -> number * 2)).isEmpty();
        Iterable<Integer> endless =
                () -> IntStream.iterate(0, number -> number + 1).iterator();
        try (Stream<String> some = shared().map(endless, number -> "n" + number)) {
            assertThat(some.limit(3)).containsExactly("n0", "n1", "n2");
        }
    }

    @Test
    void shouldMapUpToWhatThrows() {
        List<Integer> came = new ArrayList<>();
        List<Integer> numbers = IntStream.range(0, 1_000).boxed().toList();
        assertThatThrownBy(() ->
                        shared().map(numbers, number -> 900 / (700 - number)).forEach(came::add))
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(ArithmeticException.class);
        assertThat(came).hasSize(700);
    }

    @Test
    void shouldReduceInOrder() {
        List<Integer> numbers = IntStream.range(0, 3_000).boxed().toList();
        String all = numbers.stream().map(number -> "," + number).collect(Collectors.joining());
        assertThat(shared().reduce(numbers, number -> "," + number, String::concat))
                .hasValue(all);
        assertThat(shared().reduce(List.<Integer>of(), number -> number, Integer::sum))
                .isEmpty();
    }

    @Test
    void shouldSayWhatOfAFunctionCannotBeSent() {
        Job job = new Job();
        assertThatThrownBy(
                        () -> shared().map(List.of(1), number -> job.address()).count())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("socket of org.moide.ExecutorContract$Job is a java.net.Socket");
    }

    // --- what is shared ---------------------------------------------------------------------------------------------

    /** A shared value within what a call refers to. */
    record Looks(Shared<ArrayList<Integer>> table, int at) implements Callable<Integer>, Serializable {
        @Override
        public Integer call() {
            return table.value().get(at);
        }
    }

    @Test
    void shouldShareAValueUntilItIsClosed() throws Exception {
        ArrayList<Integer> squares =
                IntStream.range(0, 100).mapToObj(n -> n * n).collect(Collectors.toCollection(ArrayList::new));
        Shared<ArrayList<Integer>> table = shared().share(squares);
        List<Looks> calls =
                IntStream.range(0, 100).mapToObj(n -> new Looks(table, n)).toList();
        List<Integer> found = new ArrayList<>();
        for (Future<Integer> each : shared().invokeAll(calls)) {
            found.add(each.get());
        }
        assertThat(found).isEqualTo(squares);
        assertThat(shared().map(List.of(3, 4), n -> table.value().get(n))).containsExactly(9, 16);
        assertThat(table.value()).isSameAs(squares);
        assertThat(shared().submit(() -> table).get().value()).isSameAs(squares);
        table.close();
        table.close();
        assertThatThrownBy(table::value)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("it was closed");
        assertThat(thrownSoonBy(calls.get(7)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("it was closed");
    }

    /** Engines hear of the end of a value while calls run. */
    private Throwable thrownSoonBy(Callable<?> call) throws InterruptedException {
        while (true) {
            try {
                shared().submit(call).get();
            } catch (ExecutionException thrown) {
                return thrown.getCause();
            }
        }
    }

    @Test
    void shouldRefuseToShareWhatCannotBeSent() {
        assertThatThrownBy(() -> shared().share(new Job())).hasMessageContaining("java.net.Socket is not Serializable");
        assertThatThrownBy(() -> shared().share(null)).isInstanceOf(NullPointerException.class);
    }

    // --- the end ----------------------------------------------------------------------------------------------------

    @Test
    void shouldFinishWhatItHasAndTakeNoMore() throws Exception {
        MoideExecutor one = own();
        Waits first = waits();
        Future<String> head = one.submit((Callable<String>) first);
        Future<String> second = one.submit(new Returns("second"));
        assertThat(one.isShutdown()).isFalse();
        assertThat(one.awaitTermination(0, SECONDS)).isFalse();
        one.shutdown();
        one.shutdown();
        assertThat(one.isShutdown()).isTrue();
        assertThat(one.isTerminated()).isFalse();
        assertThatThrownBy(() -> one.submit(new Returns("late"))).isInstanceOf(RejectedExecutionException.class);
        assertThatThrownBy(() -> one.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
        assertThatThrownBy(() -> one.start(() -> 1)).isInstanceOf(RejectedExecutionException.class);
        assertThatThrownBy(() -> one.invokeAll(List.of(new Returns("late"))))
                .isInstanceOf(RejectedExecutionException.class);
        assertThat(one.awaitTermination(10, MILLISECONDS)).isFalse();
        first.release();
        assertThat(one.awaitTermination(30, SECONDS)).isTrue();
        assertThat(one.isTerminated()).isTrue();
        assertThat(head.get()).isEqualTo("done");
        assertThat(second.get()).isEqualTo("second");
        one.close();
    }

    @Test
    void shouldHandBackWhatNeverBegan() throws Exception {
        MoideExecutor one = own();
        Waits first = waits();
        Future<String> head = one.submit((Callable<String>) first);
        first.awaitBegun();
        List<Future<String>> rest = new ArrayList<>();
        for (int number = 0; number < 20; number++) {
            rest.add(one.submit(new Returns("" + number)));
        }
        List<Runnable> never = one.shutdownNow();
        assertThat(never).hasSize(20);
        assertThat(one.isShutdown()).isTrue();
        first.awaitInterrupted();
        assertThat(one.awaitTermination(30, SECONDS)).isTrue();
        assertThatThrownBy(head::get).hasCauseInstanceOf(InterruptedException.class);
        assertThat(rest).noneMatch(Future::isDone);
        never.forEach(Runnable::run); // here, by whoever has them
        assertThat(rest.get(19).get()).isEqualTo("19");
        assertThat(one.shutdownNow()).isEmpty();
        one.close();
    }

    @Test
    void shouldEndAtOnceWithoutCalls() throws Exception {
        MoideExecutor one = own();
        one.shutdown();
        assertThat(one.awaitTermination(30, SECONDS)).isTrue();
        assertThat(one.shutdownNow()).isEmpty();
        one.close();
        one.close();
    }

    // --- what can be sent -------------------------------------------------------------------------------------------

    static final class Job implements Serializable {
        private static final long serialVersionUID = 1L;
        private final Object socket = new java.net.Socket();

        String address() {
            return String.valueOf(socket);
        }
    }

    @Test
    void shouldNameWhatCannotBeSent() {
        Job job = new Job();
        SerializableCallable<String> lambda = () -> job.address();
        assertThatThrownBy(() -> shared().submit(lambda))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cannot send a lambda of org.moide.ExecutorContract: a captured variable → field"
                        + " socket of org.moide.ExecutorContract$Job is a java.net.Socket, and java.net.Socket is not"
                        + " Serializable; open it in the call, or make that field transient (submitted at ")
                .hasMessageContaining("ExecutorContract.java:");
        assertThatThrownBy(() -> shared().submit((Callable<String>) () -> "plain"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(
                        "cannot send a lambda of org.moide.ExecutorContract: it is not Serializable; pass it to"
                                + " a method that takes a SerializableCallable");
    }

    /** Compares by what can be seen, for classes that do not say what is equal. */
    private static String seen(Object object) {
        String text = object instanceof Object[] array ? java.util.Arrays.deepToString(array) : String.valueOf(object);
        if (object instanceof java.util.Calendar calendar) {
            text = calendar.getTimeInMillis() + " in " + calendar.getTimeZone();
        }
        String type =
                Proxy.isProxyClass(object.getClass()) ? "" : object.getClass().getName();
        return type + " " + text.replaceAll("@[0-9a-f]+", "");
    }

    @Test
    void shouldCarryTheJdksValuesThereAndBackInAllWays() throws Exception {
        for (Serializable value : JdkObjects.sent()) {
            String expected = seen(value);
            assertThat(seen(shared().submit(() -> value).get())).isEqualTo(expected);
            Holds holds = new Holds(List.of(value));
            assertThat(seen(shared().submit(holds::call).get().get(0))).isEqualTo(expected);
            assertThat(shared().map(List.of(value), ExecutorContract::seen)).containsExactly(expected);
            try (Shared<Serializable> open = shared().share(value)) {
                assertThat(shared().submit(() -> seen(open.value())).get()).isEqualTo(expected);
            }
        }
    }

    record Holds(List<Serializable> values) implements Serializable {
        ArrayList<Serializable> call() {
            return new ArrayList<>(values);
        }
    }

    @Test
    void shouldRefuseAFutureAsSuch() throws Exception {
        String words = "is a java.util.concurrent.Future, and java.util.concurrent.Future is not Serializable; send its"
                + " value: get()";
        for (Future<Integer> future : List.of(
                shared().submit(() -> 1),
                shared().start(() -> 1),
                shared().submit(() -> 1, CallOptions.with().timeLimit(LIMIT)))) {
            assertThatThrownBy(() -> shared().submit(() -> future.get())).hasMessageContaining(words);
            future.get();
        }
    }

    @Test
    void shouldRefuseWhatMayNotTravelWhenItIsSubmitted() throws Exception {
        shared().submit(() -> new Holds(List.of("a class is not looked at only once")).call())
                .get();
        for (java.util.Map.Entry<Serializable, String> each :
                JdkObjects.refused().entrySet()) {
            Serializable value = each.getKey();
            String words = each.getValue() + " is none of the JDK's values that may travel; ";
            Holds holds = new Holds(List.of(value));
            assertThatThrownBy(() -> shared().submit(() -> value)).hasMessageContaining(words);
            assertThatThrownBy(() -> shared().submit(holds::call)).hasMessageContaining(words);
            assertThatThrownBy(() -> shared().start(() -> value)).hasMessageContaining(words);
            assertThatThrownBy(() -> shared().execute(holds::call))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(words);
            assertThatThrownBy(() -> shared().share(value), "%s", value).hasMessageContaining(words);
            assertThatThrownBy(() -> shared().map(List.of(1), one -> value)).hasMessageContaining(words);
            assertThatThrownBy(
                            () -> shared().map(List.of(value), String::valueOf).toList())
                    .hasMessageContaining(words);
        }
    }

    @Test
    void shouldRefuseAResultByTheSameRule() {
        assertThatThrownBy(shared().submit(() -> new java.net.URL("http://localhost/"))::get)
                .cause()
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("java.net.URL is none of the JDK's values that may travel; send a URI");
        assertThatThrownBy(shared().submit(() -> List.of(new Object()))::get)
                .cause()
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("what the call returned cannot go back: ");
        assertThatThrownBy(shared().submit(() -> new Object())::get)
                .cause()
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the call returned a java.lang.Object, which is not Serializable");
    }

    @Test
    void shouldSayOfALockThatItHoldsNobodyBack() {
        for (Serializable lock : List.of(
                new java.util.concurrent.locks.ReentrantLock(),
                new java.util.concurrent.locks.ReentrantReadWriteLock(),
                new java.util.concurrent.Semaphore(1))) {
            assertThatThrownBy(() -> shared().submit(() -> String.valueOf(lock)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(lock.getClass().getName() + " is none of the JDK's values")
                    .hasMessageContaining("; it holds back nobody in another JVM");
        }
    }

    // --- what a call is wrapped in ----------------------------------------------------------------------------------

    /** Is both, and does not want to be called. */
    record Both() implements Callable<String>, Runnable, Serializable {
        @Override
        public String call() {
            return "called";
        }

        @Override
        public void run() {
            throw new IllegalStateException("run");
        }
    }

    @Test
    void shouldRunWhatIsBothAsWhatItWasSubmittedAs() throws Exception {
        assertThatThrownBy(shared().submit((Runnable) new Both())::get).cause().hasMessage("run");
        assertThatThrownBy(shared().submit(new Both(), "result")::get).cause().hasMessage("run");
        assertThat(shared().submit((Callable<String>) new Both()).get()).isEqualTo("called");
        assertThat(shared().invokeAll(List.of(new Both())).get(0).get()).isEqualTo("called");
    }

    @Test
    void shouldRunTheCallInWhatTheJdkWrapsItIn() throws Exception {
        FutureTask<String> task = new FutureTask<>(new Returns("task"));
        shared().execute((Runnable) task);
        assertThat(task.get(30, SECONDS)).isEqualTo("task");
        FutureTask<String> fails = new FutureTask<>(new Throws("no task"));
        shared().execute((Runnable) fails);
        assertThatThrownBy(fails::get).cause().isInstanceOf(IOException.class).hasMessage("no task");
        SerializableRunnable runs = () -> {};
        FutureTask<String> result = new FutureTask<>(runs, "result");
        shared().execute((Runnable) result);
        assertThat(result.get(30, SECONDS)).isEqualTo("result");

        assertThat(shared().submit(Executors.callable(runs, "adapted")).get()).isEqualTo("adapted");
        assertThat(shared().invokeAll(List.of(Executors.callable(runs, "all")))
                        .get(0)
                        .get())
                .isEqualTo("all");

        CompletableFuture<String> supplied =
                CompletableFuture.supplyAsync((Supplier<String> & Serializable) () -> "supplied", shared());
        assertThat(supplied.thenApply(text -> text + "!").get(30, SECONDS)).isEqualTo("supplied!");
        CompletableFuture<String> thrown = CompletableFuture.supplyAsync(
                (Supplier<String> & Serializable) () -> {
                    throw new IllegalStateException("not supplied");
                },
                shared());
        assertThatThrownBy(() -> thrown.get(30, SECONDS)).hasRootCauseMessage("not supplied");
        CompletableFuture.runAsync(runs, shared()).get(30, SECONDS);
    }

    /** Acts, as code does that was written for a security manager. */
    record Acts(String text) implements PrivilegedAction<String>, Serializable {
        @Override
        public String run() {
            return text;
        }
    }

    /** Acts like {@link Acts}, and throws. */
    record ActsInVain(String text) implements PrivilegedExceptionAction<String>, Serializable {
        @Override
        public String run() throws IOException {
            throw new IOException(text);
        }
    }

    /** What {@link Executors} makes of actions and of calls that are to have rights; the last one throws. */
    @SuppressWarnings("removal") // programs call it until it is gone
    static List<Callable<?>> privileged() {
        return List.of(
                Executors.callable(new Acts("acts")),
                Executors.privilegedCallable(new Returns("has rights")),
                Executors.privilegedCallableUsingCurrentClassLoader(new Returns("has a loader")),
                Executors.callable(new ActsInVain("in vain")));
    }

    @Test
    void shouldRunTheActionOfWhichTheJdkHasMadeACall() throws Exception {
        List<String> came = new ArrayList<>();
        for (Callable<?> call : privileged()) {
            FutureTask<?> around = new FutureTask<>(call);
            shared().execute((Runnable) around);
            for (Future<?> future : List.of(shared().submit(call), around)) {
                try {
                    came.add("" + future.get(30, SECONDS));
                } catch (ExecutionException failed) {
                    came.add("" + failed.getCause().getMessage());
                }
            }
        }
        assertThat(came)
                .containsExactly(
                        "acts",
                        "acts",
                        "has rights",
                        "has rights",
                        "has a loader",
                        "has a loader",
                        "in vain",
                        "in vain");
    }

    @Test
    void shouldServeACompletionService() throws Exception {
        for (ExecutorService of : List.of(shared(), Executors.unconfigurableExecutorService(shared()))) {
            ExecutorCompletionService<String> service = new ExecutorCompletionService<>(of);
            for (int number = 0; number < 20; number++) {
                service.submit(new Returns("" + number));
            }
            service.submit(new Throws("last"));
            List<String> came = new ArrayList<>();
            for (int number = 0; number < 21; number++) {
                Future<String> next = service.take();
                try {
                    came.add(next.get());
                } catch (ExecutionException failed) {
                    came.add(String.valueOf(failed.getCause().getMessage()));
                }
            }
            assertThat(came).hasSize(21).doesNotHaveDuplicates().contains("0", "19", "last");
        }
    }

    @Test
    void shouldHandBackTheVeryObjectThatWasExecuted() throws Exception {
        MoideExecutor one = own();
        Waits first = waits();
        Future<String> head = one.submit((Callable<String>) first);
        first.awaitBegun();
        SerializableRunnable executed = () -> {};
        FutureTask<String> task = new FutureTask<>(new Returns("task"));
        one.execute((Runnable) executed);
        one.execute((Runnable) task);
        Future<String> submitted = one.submit(new Returns("a"));
        assertThat(one.shutdownNow()).containsExactly(executed, task, (Runnable) submitted);
        task.run();
        assertThat(task.get()).isEqualTo("task");
        first.awaitInterrupted();
        assertThatThrownBy(head::get).hasCauseInstanceOf(InterruptedException.class);
        one.close();
    }

    @Test
    void shouldTakeAMoideInAStaticFieldForTheOneOfTheCall() throws Exception {
        try (Moide moide = moide();
                MoideExecutor executor = moide.executor()) {
            Kept.moide = moide;
            Future<Integer> all = executor.submit(() -> {
                int one = Kept.moide.executor().submit(() -> 1).get();
                try (Stream<Integer> two = Kept.moide.map(List.of(1), x -> 2 * x)) {
                    return one
                            + two.mapToInt(Integer::intValue).sum()
                            + Kept.moide
                                    .reduce(List.of(1, 2), x -> x, Integer::sum)
                                    .orElse(0);
                }
            });
            assertThat(all.get(60, SECONDS)).isEqualTo(6);
            assertThat(Kept.moide).isSameAs(moide);
        }
    }

    @Test
    void shouldRunCallbacksHere() throws Exception {
        Thread[] ran = new Thread[1];
        CompletableFuture<Integer> future = shared().start(() -> 1).thenApplyAsync(one -> one + 1, shared().here());
        assertThat(future.get(30, SECONDS)).isEqualTo(2);
        CountDownLatch done = new CountDownLatch(1);
        shared().here().execute(() -> {
            ran[0] = Thread.currentThread();
            done.countDown();
        });
        done.await();
        assertThat(ran[0].getName()).startsWith("moide-here-");
    }

    // --- limits of time ---------------------------------------------------------------------------------------------

    @Test
    void shouldTakeAnyTimeLimit() throws Exception {
        List<Returns> calls = List.of(new Returns("a"));
        for (TimeUnit unit : TimeUnit.values()) {
            assertThat(shared().invokeAll(calls, Long.MAX_VALUE, unit).get(0).get())
                    .isEqualTo("a");
            assertThat(shared().invokeAny(calls, Long.MAX_VALUE, unit)).isEqualTo("a");
            assertThat(shared().submit(calls.get(0)).get(Long.MAX_VALUE, unit)).isEqualTo("a");
            assertThat(shared().awaitTermination(Long.MIN_VALUE, unit)).isFalse();
            assertThat(shared().invokeAll(calls, Long.MIN_VALUE, unit)).allMatch(Future::isDone);
            Waits slow = waits();
            assertThatThrownBy(() -> shared().invokeAny(List.of((Callable<String>) slow), Long.MIN_VALUE, unit))
                    .isInstanceOf(TimeoutException.class);
            Future<String> never = shared().submit((Callable<String>) slow);
            assertThatThrownBy(() -> never.get(Long.MIN_VALUE, unit)).isInstanceOf(TimeoutException.class);
            never.cancel(true);
        }
    }

    // --- what is lost -----------------------------------------------------------------------------------------------

    /** Writes into itself, as programs for threads do. */
    static final class Person implements Runnable, Serializable {
        private static final long serialVersionUID = 1L;
        int fitness;

        @Override
        public void run() {
            fitness = 7;
        }
    }

    /** Improves a best value, which the program sees. */
    record Offers(Best<Integer> best) implements Runnable, Serializable {
        @Override
        public void run() {
            best.offer(2);
        }
    }

    /** What is said of calls of {@link Person}, and of a lambda that writes into an array; what came of them here. */
    static List<String> notesOfWrites(Moide.Builder builder) throws Exception {
        List<String> notes = java.util.Collections.synchronizedList(new ArrayList<>());
        RunListener hears = new RunListener() {
            @Override
            public void note(String application, String line) {
                notes.add(line);
            }
        };
        int[] sum = new int[1];
        SerializableRunnable adds = () -> sum[0]++;
        SerializableRunnable harmless = () -> {};
        List<Person> people = List.of(new Person(), new Person(), new Person());
        try (Moide moide = builder.listener(hears).build();
                MoideExecutor executor = moide.executor()) {
            for (Person person : people) {
                executor.submit((Runnable) person).get();
            }
            executor.execute(adds);
            executor.submit(harmless).get();
            Best<Integer> best = executor.best(3, Comparator.naturalOrder());
            executor.submit((Runnable) new Offers(best)).get();
            assertThat(best.get()).isEqualTo(2);
        }
        notes.add("fitness " + people.get(0).fitness);
        return notes.stream()
                .filter(note -> note.contains("changed its copy") || note.startsWith("fitness"))
                .toList();
    }

    /** Returns the notes of a run in which a call submits a runnable that writes into what it refers to. */
    static List<String> notesOfNestedWrites(Moide.Builder builder) throws Exception {
        List<String> notes = java.util.Collections.synchronizedList(new ArrayList<>());
        RunListener hears = new RunListener() {
            @Override
            public void note(String application, String line) {
                notes.add(line);
            }
        };
        try (Moide moide = builder.listener(hears).build();
                MoideExecutor executor = moide.executor()) {
            int fitness = executor.submit(() -> {
                        Person person = new Person();
                        MoideExecutor.current().submit((Runnable) person).get();
                        return person.fitness;
                    })
                    .get();
            notes.add("fitness " + fitness);
        }
        return notes.stream()
                .filter(note -> note.contains("changed its copy") || note.startsWith("fitness"))
                .toList();
    }

    @Test
    void shouldSayThatItsMoideWasClosed() throws Exception {
        Moide moide = moide();
        MoideExecutor one = moide.executor();
        Waits begun = waits();
        Future<String> running = one.submit((Callable<String>) begun);
        begun.awaitBegun();
        List<Future<String>> rest = new ArrayList<>();
        for (int number = 0; number < 20; number++) {
            rest.add(one.submit((Callable<String>) waits()));
        }
        CompletableFuture<String> started = one.start(waits()::call);
        moide.close();
        assertThat(rest).allMatch(Future::isCancelled);
        assertThatThrownBy(() -> running.get(30, SECONDS)).isInstanceOf(CancellationException.class);
        assertThatThrownBy(() -> started.get(30, SECONDS)).isInstanceOf(CancellationException.class);
        String closed = "expected an executor that takes calls, found one whose Moide was closed";
        assertThatThrownBy(() -> one.submit(new Returns("late")))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessage(closed);
        assertThatThrownBy(() -> one.execute(begun)).hasMessage(closed);
        assertThatThrownBy(() -> one.map(List.of(1), value -> value).toList()).hasMessage(closed);
        assertThatThrownBy(() -> one.share("late")).hasMessageContaining("found one that was closed");
        assertThatThrownBy(moide::executor).hasMessage("expected a Moide that is open, found one that was closed");
    }
}
