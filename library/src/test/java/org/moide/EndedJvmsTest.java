package org.moide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.moide.ExecutorContract.LIMIT;
import static org.moide.ExecutorContract.awaitFile;
import static org.moide.ExecutorContract.slowly;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.ExecutorContract.Deaf;
import org.moide.ExecutorContract.Waits;
import org.moide.ExecutorTest.Square;
import org.moide.engine.Best;
import org.moide.engine.SerializableCallable;
import org.moide.engine.Shared;

/**
 * Calls of an executor whose JVM ends while they run: it is killed, it exits, or it is ended since a call in it is deaf.
 * Each test has its own engines.
 */
class EndedJvmsTest {
    @TempDir
    static Path folder;

    private static int files;

    private static String newFile() {
        return folder.resolve("call-" + ++files).toString();
    }

    @Test
    void shouldLoseNothingWhenAnEngineIsKilled() throws Exception {
        try (Moide moide = QuickMoide.builder().localEngines(2).threads(1).build();
                MoideExecutor executor = moide.executor()) {
            Shared<int[]> zero = executor.share(new int[2_000_000]);
            ProcessHandle engine = ofSecondEngine(executor);
            killAmong(300, executor, zero, engine);
            killAmong(100, executor, zero, child(executor));
        }
    }

    /** Kills it when a fifth of so many calls are done; each is delivered once. */
    private static void killAmong(int calls, MoideExecutor executor, Shared<int[]> zero, ProcessHandle process) {
        AtomicIntegerArray results = new AtomicIntegerArray(calls);
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int number = 0; number < calls; number++) {
            int sent = number;
            all.add(executor.start(() -> slowly(sent) + zero.value()[sent]).thenAccept(results::incrementAndGet));
        }
        all.get(calls / 5).join();
        assertThat(process.destroyForcibly()).isTrue();
        CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).join();
        for (int number = 0; number < calls; number++) {
            assertThat(results.get(number)).isEqualTo(1);
        }
    }

    @Test
    void shouldLeaveAnEngineOutThatIsLostBeforeItHasAnswered() throws Exception {
        try (Moide moide = QuickMoide.builder().localEngines(2).threads(1).build();
                MoideExecutor executor = moide.executor()) {
            long second = ofSecondEngine(executor).pid();
            String name = newFile();
            Waits waits = new Waits(name, name + "-go");
            Future<List<Long>> each = executor.onEachEngine(() -> {
                long here = ProcessHandle.current().pid();
                if (here == second) {
                    waits.call();
                }
                return here;
            });
            waits.awaitBegun();
            assertThat(ProcessHandle.of(second).orElseThrow().destroyForcibly()).isTrue();
            assertThat(each.get()).hasSize(1).doesNotContain(second);
        }
    }

    @Test
    void shouldRunOnEachEngineOfTheNextRunIfTheJvmIsKilledThatCoordinates() throws Exception {
        try (Moide moide = QuickMoide.inTheChild().build();
                MoideExecutor executor = moide.executor()) {
            String begun = newFile();
            ProcessHandle child = child(executor);
            Future<List<Integer>> each = executor.onEachEngine(() -> {
                if (!Files.exists(Path.of(begun))) {
                    Files.writeString(Path.of(begun), "");
                    new CountDownLatch(1).await();
                }
                return 5;
            });
            awaitFile(begun);
            assertThat(child.destroyForcibly()).isTrue();
            assertThat(each.get()).containsExactly(5);
        }
    }

    /** What an engine that is lost has offered is kept; the JVM that coordinates is killed, too. */
    @Test
    void shouldKeepTheBestWhenEnginesAreKilled() throws Exception {
        try (Moide moide = QuickMoide.builder().localEngines(2).threads(1).build();
                MoideExecutor executor = moide.executor()) {
            ProcessHandle second = ofSecondEngine(executor);
            Best<Integer> best = executor.best(1_000_000, Comparator.naturalOrder());
            long pid = second.pid();
            SerializableCallable<Boolean> offers =
                    () -> ProcessHandle.current().pid() == pid && best.offer(slowly(1_000));
            while (best.get() > 1_000) { // until a call ran there
                executor.invokeAll(Collections.nCopies(4, offers));
            }
            assertThat(offersAmongWhichIsKilled(100, 900, executor, best, second))
                    .isEqualTo(900);
            assertThat(offersAmongWhichIsKilled(100, 700, executor, best, child(executor)))
                    .isEqualTo(700);
            assertThat(executor.submit(() -> best.get()).get()).isEqualTo(700);
        }
    }

    /** Kills a process when a fifth of calls are done; each offers a value from {@code least} on. */
    private static int offersAmongWhichIsKilled(
            int calls, int least, MoideExecutor executor, Best<Integer> best, ProcessHandle process) throws Exception {
        List<Future<Boolean>> all = new ArrayList<>();
        for (int number = 0; number < calls; number++) {
            int value = least + number * 37 % calls;
            all.add(executor.submit(() -> best.offer(slowly(value)) || best.get() <= value));
        }
        all.get(calls / 5).get();
        assertThat(process.destroyForcibly()).isTrue();
        for (Future<Boolean> each : all) {
            assertThat(each.get()).isTrue();
        }
        return best.get();
    }

    /** Runs a tree of calls whose leaves sleep; returns the IDs of the processes that ran leaves, one for each leaf. */
    private static List<Long> leaves(int depth) throws Exception {
        if (depth == 0) {
            Thread.sleep(10);
            return List.of(ProcessHandle.current().pid());
        }
        Future<List<Long>> left = MoideExecutor.current().submit(() -> leaves(depth - 1));
        List<Long> all = new ArrayList<>(leaves(depth - 1));
        all.addAll(left.get());
        return all;
    }

    @Test
    void shouldGiveCallsOfACallToOtherEnginesAndRunThemAgainWhenOneIsKilled() throws Exception {
        try (Moide moide = QuickMoide.builder().localEngines(3).threads(1).build();
                MoideExecutor executor = moide.executor()) {
            ProcessHandle second = ofSecondEngine(executor);
            List<Long> processes = executor.submit(() -> leaves(7)).get();
            assertThat(processes).hasSize(128);
            assertThat(Set.copyOf(processes)).as("engines that ran leaves").hasSizeGreaterThan(1);
            List<Future<List<Long>>> all = new ArrayList<>();
            for (int tree = 0; tree < 4; tree++) {
                all.add(executor.submit(() -> leaves(6)));
            }
            assertThat(all.get(0).get()).hasSize(64);
            assertThat(second.destroyForcibly()).isTrue();
            for (Future<List<Long>> tree : all) {
                assertThat(tree.get()).hasSize(64);
            }
        }
    }

    private static void writesAfter(String release, String done) {
        try {
            awaitFile(release);
            Files.writeString(Path.of(done), "done\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException | InterruptedException unwanted) {
            throw new IllegalStateException(unwanted);
        }
    }

    /** Detaches a call, once and only in the given JVM, and waits there until that is killed. */
    private static int detaches(long pid, String detached, String release, String done) throws Exception {
        if (ProcessHandle.current().pid() == pid && !Files.exists(Path.of(detached))) {
            MoideExecutor.current().detach(() -> writesAfter(release, done));
            Files.writeString(Path.of(detached), "");
            new CountDownLatch(1).await();
        }
        return slowly(5);
    }

    /** Kills a JVM in which a call has detached another, which runs to its end once, and is waited for. */
    private static void killWhatHasDetached(MoideExecutor executor, ProcessHandle process) throws Exception {
        String detached = newFile();
        String release = detached + "-release";
        String done = detached + "-done";
        long pid = process.pid();
        List<Future<Integer>> all = new ArrayList<>();
        while (!Files.exists(Path.of(detached))) {
            for (int number = 0; number < 8; number++) { // so many that the second engine gets some
                all.add(executor.submit(() -> detaches(pid, detached, release, done)));
            }
            while (!Files.exists(Path.of(detached)) && !all.stream().allMatch(Future::isDone)) {
                new CountDownLatch(1).await(2, TimeUnit.MILLISECONDS);
            }
        }
        assertThat(process.destroyForcibly()).isTrue();
        executor.shutdown();
        assertThat(executor.awaitTermination(200, TimeUnit.MILLISECONDS)).isFalse();
        Files.writeString(Path.of(release), "");
        for (Future<Integer> each : all) {
            assertThat(each.get()).isEqualTo(5);
        }
        executor.close();
        assertThat(Path.of(done)).hasContent("done\n");
    }

    @Test
    void shouldRunADetachedCallOnceWhenTheEngineIsKilledThatDetachedIt() throws Exception {
        try (Moide moide = QuickMoide.builder().localEngines(2).threads(1).build();
                MoideExecutor executor = moide.executor()) {
            killWhatHasDetached(executor, ofSecondEngine(executor));
        }
    }

    @Test
    @Tag("full") // the simulated executor's tests have it
    void shouldRunADetachedCallOnceWhenTheJvmIsKilledThatCoordinates() throws Exception {
        try (Moide moide = QuickMoide.builder().localEngines(2).threads(1).build();
                MoideExecutor executor = moide.executor()) {
            killWhatHasDetached(executor, child(executor));
        }
    }

    /** The child, which coordinates and runs a call that is alone. */
    private static ProcessHandle child(MoideExecutor executor) throws Exception {
        return ProcessHandle.of(
                        executor.submit(() -> ProcessHandle.current().pid()).get())
                .orElseThrow();
    }

    /** One JVM coordinates and runs all calls. What is submitted while suspects run alone waits. */
    @Test
    void shouldFailOnlyTheCallThatEndsTheJvmInWhichOthersRun() throws Exception {
        try (Moide moide = QuickMoide.inTheChild().build();
                MoideExecutor executor = moide.executor()) {
            List<Future<Integer>> all = new ArrayList<>();
            for (int number = 0; number < 20; number++) {
                all.add(executor.submit(number == 3 ? new Leaves() : new Square(number)));
            }
            assertThatThrownBy(all.get(3)::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasMessageContaining("call 4, " + Leaves.class.getName()
                            + ", was under way when JVMs ended, 3 times, and alone the last time: ")
                    .hasMessageContaining("has ended with exit code 5")
                    .cause()
                    .isInstanceOf(RunFailedException.class);
            all.add(executor.submit(new Square(all.size())));
            executor.shutdown();
            for (int number = 0; number < all.size(); number++) {
                if (number != 3) {
                    assertThat(all.get(number).get()).isEqualTo(number * number);
                }
            }
        }
    }

    /** There are fewer engines than a call has tries. */
    @Test
    @Tag("full") // starts six JVMs; SuspectsTest has the decisions
    void shouldGoOnWhenACallHasEndedAllEngines() throws Exception {
        try (Moide moide = QuickMoide.builder()
                        .localEngines(2)
                        .threads(1)
                        .option("--no-own-engine")
                        .build();
                MoideExecutor executor = moide.executor()) {
            Future<Integer> leaves = executor.submit(new Leaves());
            Future<Integer> other = executor.submit(new Square(3));
            assertThatThrownBy(leaves::get)
                    .hasMessageContaining(
                            "call 1, " + Leaves.class.getName() + ", was under way when JVMs ended, 3 times, and alone")
                    .hasMessageContaining("the application called System.exit (exit code 5)")
                    .hasCauseInstanceOf(RunFailedException.class);
            assertThat(other.get()).isEqualTo(9);
        }
    }

    @Test
    @Tag("full") // shouldNotRunACallAgainInTheJvmThatCoordinatesWhenThatDied fails such a future in the default build
    void shouldFailTheFutureOfACallThatEndsEachEngineAndNoOther() throws Exception {
        Queue<String> notes = new ConcurrentLinkedQueue<>();
        RunListener keeps = new RunListener() {
            @Override
            public void note(String application, String line) {
                notes.add(line);
            }
        };
        try (Moide moide = QuickMoide.builder()
                        .listener(keeps)
                        .localEngines(4)
                        .threads(1)
                        .option("--no-own-engine")
                        .option("--task-failures", "0")
                        .build();
                MoideExecutor executor = moide.executor()) {
            List<Future<Integer>> all = new ArrayList<>();
            for (int number = 0; number < 20; number++) {
                all.add(executor.submit(number == 7 ? new Halts() : new Square(number)));
            }
            for (int number = 0; number < 20; number++) {
                if (number != 7) {
                    assertThat(all.get(number).get()).isEqualTo(number * number);
                }
            }
            assertThatThrownBy(all.get(7)::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasMessageContaining(
                            "call 8, " + Halts.class.getName() + ", has ended its engine's JVM in 3 tries: ")
                    .hasMessageContaining("exit code 5")
                    .cause()
                    .isInstanceOf(RunFailedException.class);
            assertThat(executor.submit(new Square(9)).get()).isEqualTo(81);
            assertThat(notes)
                    .anyMatch(note -> note.startsWith(
                            "moide run: task '" + Halts.class.getName() + " (call 8)' was running when engine-"));
        }
    }

    /**
     * Submits a call that ends each JVM that runs it. When the JVM of the coordinator has died in it, the next
     * coordinator runs no calls in its own JVM, so the call ends JVMs of engines instead. It is a race whether the
     * coordinator's JVM or another one runs the call first.
     */
    @Test
    void shouldNotRunACallAgainInTheJvmThatCoordinatesWhenThatDied() throws Exception {
        List<ProcessHandle> others = ProcessHandle.current().children().toList();
        try (Moide moide = QuickMoide.builder()
                        .localEngines(3)
                        .threads(1)
                        .option("--task-tries", "1")
                        .build();
                MoideExecutor executor = moide.executor()) {
            ProcessHandle coordinator = ProcessHandle.current()
                    .children()
                    .filter(child -> !others.contains(child))
                    .findFirst()
                    .orElseThrow();
            int calls = 0;
            while (coordinator.isAlive()) {
                calls++;
                assertThatThrownBy(executor.submit(new Halts())::get)
                        .hasMessageContaining("call " + calls + ", " + Halts.class.getName()
                                + ", has ended its engine's JVM in 1 try: ");
            }
            assertThat(calls)
                    .as("calls, of which one has ended the first of three engines")
                    .isBetween(1, 3);
            assertThat(executor.submit(new Square(9)).get()).isEqualTo(81);
        }
    }

    @Test
    void shouldEndTheJvmOfACallThatIsDeafAndLetTheOthersGoOn() throws Exception {
        String name = newFile();
        try (Moide moide = QuickMoide.builder()
                        .localEngines(2)
                        .threads(1)
                        .option("--no-own-engine")
                        .build();
                MoideExecutor executor = moide.executor()) {
            CallOptions limited = CallOptions.with().timeLimit(LIMIT).tries(1);
            Future<String> deaf = executor.submit(new Deaf(name, name + "-go"), limited);
            List<Future<Integer>> all = new ArrayList<>();
            for (int number = 0; number < 20; number++) {
                all.add(executor.submit(new Square(number)));
            }
            for (int number = 0; number < 20; number++) {
                assertThat(all.get(number).get()).isEqualTo(number * number);
            }
            assertThatThrownBy(deaf::get)
                    .hasMessageContaining("call 1, " + Deaf.class.getName() + ", has ended its engine's JVM in 1 try: ")
                    .hasMessageContaining("took longer than 1 s (CallOptions.timeLimit) and was deaf to the interrupt")
                    .hasCauseInstanceOf(RunFailedException.class);
            assertThat(executor.submit(new Square(9)).get()).isEqualTo(81);
        }
    }

    @Test
    void shouldEndTheJvmThatCoordinatesForACallThatIsDeafInIt() throws Exception {
        String name = newFile();
        try (Moide moide = QuickMoide.inTheChild().build();
                MoideExecutor executor = moide.executor()) {
            Future<String> deaf = executor.submit(
                    new Deaf(name, name + "-go"), CallOptions.with().timeLimit(LIMIT));
            awaitFile(name);
            Future<Integer> other = executor.submit(new Square(7));
            assertThatThrownBy(deaf::get)
                    .hasMessageContaining("call 1, " + Deaf.class.getName()
                            + ", took longer than 1 s (CallOptions.timeLimit) and is deaf to the interrupt, in the"
                            + " coordinator's own JVM")
                    .hasCauseInstanceOf(RunFailedException.class);
            assertThat(other.get()).isEqualTo(49);
            long process = Long.parseLong(Files.readString(Path.of(name)).trim());
            assertThat(ProcessHandle.of(process).filter(ProcessHandle::isAlive)).isEmpty();
        }
    }

    /** Leaves its process's number behind others in a file, and waits. */
    private static Future<String> endless(MoideExecutor executor, String name) throws Exception {
        Future<String> call =
                executor.submit(new Deaf(name, name + "-go"), CallOptions.with().once());
        awaitFile(name);
        return call;
    }

    private static ProcessHandle processIn(String name) throws IOException {
        return ProcessHandle.of(Long.parseLong(Files.readString(Path.of(name)).trim()))
                .orElseThrow();
    }

    @Test
    void shouldNotBeginACallAgainThatBeginsOnceWhenItsEngineIsKilled() throws Exception {
        String name = newFile();
        try (Moide moide = QuickMoide.builder()
                        .localEngines(3)
                        .threads(1)
                        .option("--no-own-engine")
                        .build();
                MoideExecutor executor = moide.executor()) {
            Future<String> once = endless(executor, name);
            List<Future<Integer>> others = new ArrayList<>();
            for (int number = 0; number < 20; number++) {
                int its = number;
                others.add(executor.submit(() -> slowly(its), CallOptions.with().once()));
            }
            assertThat(processIn(name).destroyForcibly()).isTrue();
            assertThatThrownBy(() -> once.get(60, TimeUnit.SECONDS))
                    .hasMessageContaining(
                            "call 1, " + Deaf.class.getName() + ", may have run, and begins only once: it")
                    .hasCauseInstanceOf(RunFailedException.class);
            for (int number = 0; number < 20; number++) {
                assertThat(others.get(number).get()).isEqualTo(number);
            }
            assertThat(executor.submit(new Square(9)).get()).isEqualTo(81);
            assertThat(Files.readString(Path.of(name))).as("where it has begun").containsOnlyOnce(" ");
        }
    }

    @Test
    void shouldNotBeginACallAgainThatBeginsOnceWhenTheJvmThatCoordinatesIsKilled() throws Exception {
        String name = newFile();
        try (Moide moide = QuickMoide.inTheChild().build();
                MoideExecutor executor = moide.executor()) {
            Future<String> once = endless(executor, name);
            Future<Integer> notBegun =
                    executor.submit(new Square(3), CallOptions.with().once());
            Future<Integer> other = executor.submit(new Square(4));
            assertThat(processIn(name).destroyForcibly()).isTrue();
            assertThatThrownBy(() -> once.get(60, TimeUnit.SECONDS))
                    .hasMessageContaining("call 1, " + Deaf.class.getName()
                            + ", may have run, and begins only once: it was under way when JVMs ended: ")
                    .hasCauseInstanceOf(RunFailedException.class);
            assertThat(notBegun.get()).isEqualTo(9);
            assertThat(other.get()).isEqualTo(16);
            assertThat(Files.readString(Path.of(name))).as("where it has begun").containsOnlyOnce(" ");
        }
    }

    /** Ends whatever JVM runs it. */
    record Halts() implements Callable<Integer>, Serializable {
        @Override
        public Integer call() {
            Runtime.getRuntime().halt(5);
            return 0;
        }
    }

    /** Ends whatever JVM runs it, in order. */
    record Leaves() implements Callable<Integer>, Serializable {
        @Override
        public Integer call() {
            System.exit(5);
            return 0;
        }
    }

    /** The process of the second engine, which is no child of this JVM, but of the child. */
    private static ProcessHandle ofSecondEngine(MoideExecutor executor) throws Exception {
        List<ProcessHandle> children = ProcessHandle.current().children().toList();
        SerializableCallable<Long> process = () -> ProcessHandle.current().pid() + slowly(0);
        while (true) {
            for (Future<Long> each : executor.invokeAll(Collections.nCopies(8, process))) {
                ProcessHandle engine = ProcessHandle.of(each.get()).orElseThrow();
                if (!children.contains(engine)) {
                    return engine;
                }
            }
        }
    }
}
