package org.moide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.moide.engine.Best;
import org.moide.engine.SerializableCallable;
import org.moide.engine.SerializableRunnable;
import org.moide.engine.Shared;

/** The contract of executors over two engines, and tests of what the contract does not cover. */
class ExecutorTest extends ExecutorContract {
    private static final Moide MOIDE =
            QuickMoide.builder().localEngines(2).threads(1).build();
    private static final MoideExecutor EXECUTOR = MOIDE.executor();

    /** One engine, in the child: an option of engines has it be there. */
    private static final Moide ONE = QuickMoide.inTheChild().build();

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
        return QuickMoide.inTheChild().build();
    }

    /** A call of plain values. */
    record Square(int number) implements Callable<Integer>, Serializable {
        @Override
        public Integer call() {
            return number * number;
        }
    }

    @AfterAll
    static void close() {
        EXECUTOR.close();
        MOIDE.close();
        ONE.close();
    }

    @Test
    void shouldSayHowLargeACallMayBe() {
        byte[] large = new byte[(64 << 20) + 1];
        assertThatThrownBy(() -> EXECUTOR.submit(() -> large.length))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expected a call of at most 64.0 MiB, found 64.0 MiB with all that it refers to;"
                        + " MoideExecutor.share, which the program calls, sends a large value once to each engine, up"
                        + " to 256.0 MiB");
    }

    @Test
    void shouldRunCallsElsewhere() throws Exception {
        int nine = 9;
        long here = ProcessHandle.current().pid();
        assertThat(EXECUTOR.submit(() -> nine + 1).get()).isEqualTo(10);
        assertThat(EXECUTOR.submit(new Square(7)).get()).isEqualTo(49);
        assertThat(EXECUTOR.submit(() -> ProcessHandle.current().pid()).get()).isNotEqualTo(here);
        assertThat(EXECUTOR.submit(() -> List.of("a", "b")).get()).containsExactly("a", "b");
        assertThat(EXECUTOR.submit(() -> null).get()).isNull();
    }

    @Test
    void shouldLogWhatACallPrintsIfNobodyListens() throws Exception {
        BlockingQueue<String> logged = new LinkedBlockingQueue<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord message) {
                logged.add(message.getMessage());
            }

            @Override
            public void flush() {
                // Nothing waits.
            }

            @Override
            public void close() {
                // Nothing is open.
            }
        };
        Logger logger = Logger.getLogger("org.moide");
        logger.addHandler(handler);
        try {
            EXECUTOR.submit(() -> System.out.println("printed by a call")).get();
            String line = "";
            while (!line.endsWith("printed by a call")) {
                line = logged.poll(20, TimeUnit.SECONDS);
                assertThat(line).as("the next message").isNotNull();
            }
        } finally {
            logger.removeHandler(handler);
        }
    }

    @Test
    void shouldRunManyAndGiveEachItsResult() throws Exception {
        List<Square> calls = new ArrayList<>();
        for (int number = 0; number < 20_000; number++) {
            calls.add(new Square(number));
        }
        List<Future<Integer>> all = EXECUTOR.invokeAll(calls);
        for (int number = 0; number < calls.size(); number++) {
            assertThat(all.get(number).get()).isEqualTo(number * number);
        }
    }

    /** What a class makes when it is initialized, on each engine too. */
    static final class Initialized {
        static final Moide MOIDE = QuickMoide.builder().localEngines(2).build();
        static final MoideExecutor EXECUTOR = MOIDE.executor();
    }

    @Test
    void shouldMakeTheExecutorOfTheCallInAnInitializer() throws Exception {
        assertThat(EXECUTOR.submit(() -> Initialized.EXECUTOR == MoideExecutor.current()
                                && Initialized.MOIDE.executor() == MoideExecutor.current())
                        .get())
                .isTrue();
    }

    @Test
    void shouldHaveAnExecutorInAStaticFieldOnEachEngineToWhichCallsAreGiven() throws Exception {
        Kept.service = EXECUTOR;
        Future<Set<Long>> engines = EXECUTOR.submit(() -> {
            Set<Long> all = new TreeSet<>();
            while (all.size() < 2) { // the limit of tests ends it
                List<Future<Long>> calls = new ArrayList<>();
                for (int call = 0; call < 4; call++) {
                    calls.add(MoideExecutor.current().submit(() -> {
                        Thread.sleep(20);
                        SerializableCallable<Long> within =
                                () -> ProcessHandle.current().pid();
                        return Kept.service.submit(within).get();
                    }));
                }
                for (Future<Long> call : calls) {
                    all.add(call.get());
                }
            }
            return all;
        });
        assertThat(engines.get(60, TimeUnit.SECONDS)).hasSize(2);
    }

    @Test
    void shouldRefuseToRunAnApplicationByAMoideThatStandsForTheProgramsOwn() throws Exception {
        Kept.moide = MOIDE;
        Future<String> refused = EXECUTOR.submit(() -> {
            Kept.moide.close(); // the program closes it
            try {
                return "" + Kept.moide.run("hello");
            } catch (IllegalStateException named) {
                return named.getMessage();
            }
        });
        assertThat(refused.get(60, TimeUnit.SECONDS)).contains("let the program run applications");
    }

    @Test
    void shouldCancelAWrappedCallWithinACall() throws Exception {
        Waits child = waits();
        Future<Boolean> parent = shared().submit(() -> {
            CompletableFuture<String> stage = CompletableFuture.supplyAsync(
                    (Supplier<String> & Serializable) () -> {
                        try {
                            return child.call();
                        } catch (Exception interrupted) {
                            return "interrupted";
                        }
                    },
                    MoideExecutor.current());
            child.awaitBegun();
            return stage.cancel(true);
        });
        assertThat(parent.get(60, TimeUnit.SECONDS)).isTrue();
        child.awaitInterrupted();
    }

    @Test
    void shouldThrowWhatACallThrew() {
        Future<Object> failed = EXECUTOR.submit(() -> {
            throw new IllegalStateException("it was to throw");
        });
        assertThatThrownBy(failed::get)
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("it was to throw")
                .satisfies(cause ->
                        assertThat(cause.getStackTrace()[0].getClassName()).isEqualTo(ExecutorTest.class.getName()));
    }

    @Test
    void shouldCarryWhatIsLong() throws Exception {
        byte[] long1 = new byte[3_000_000];
        long1[2_999_999] = 7;
        CompletableFuture<byte[]> back = EXECUTOR.start(() -> {
            byte[] copy = long1.clone();
            copy[0] = 5;
            return copy;
        });
        byte[] got = back.get();
        assertThat(got).hasSize(3_000_000);
        assertThat(got[0] + got[2_999_999]).isEqualTo(12);
    }

    /** Counts how often it was read from bytes in a JVM. */
    static final class Table implements Serializable {
        private static final long serialVersionUID = 1L;
        private static int read;

        private final byte[] bytes = new byte[6_000_000];

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            read++;
        }

        String place(int number) {
            bytes[number]++;
            return ProcessHandle.current().pid() + " has read it " + read + " times";
        }
    }

    @Test
    void shouldBringWhatIsSharedOnceToEachEngine() throws Exception {
        try (Shared<Table> table = EXECUTOR.share(new Table())) {
            List<SerializableCallable<String>> calls = new ArrayList<>();
            for (int number = 0; number < 200; number++) {
                int sent = number;
                calls.add(() -> table.value().place(slowly(sent)));
            }
            Set<String> places = new TreeSet<>();
            for (Future<String> each : EXECUTOR.invokeAll(calls)) {
                places.add(each.get());
            }
            assertThat(places).hasSize(2).allMatch(place -> place.endsWith("read it 1 times"));
            SerializableCallable<String> alone = () -> table.value().place(0);
            assertThat(EXECUTOR.submit(alone).get()).isIn(places);
            try (MoideExecutor other = ONE.executor()) {
                assertThatThrownBy(other.submit(alone)::get)
                        .cause()
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("another executor's");
            }
        }
    }

    @Test
    void shouldSayWhichClassIsMissingOverThere() throws Exception {
        Path empty = Files.createDirectory(folder.resolve("no-classes"));
        try (Moide moide = QuickMoide.inTheChild().classPath(List.of(empty)).build();
                MoideExecutor executor = moide.executor()) {
            Future<Integer> failed = executor.submit((Callable<Integer>) new Square(3));
            assertThatThrownBy(failed::get)
                    .cause()
                    .hasMessageStartingWith("received an object of class " + Square.class.getName()
                            + ", which is in none of the application's jars here: " + empty);
        }
    }

    @Test
    void shouldRefuseAStrategyThatDividesAWholeBag() {
        try (Moide moide = QuickMoide.inTheChild().strategy("static").build();
                MoideExecutor executor = moide.executor()) {
            Future<Integer> failed = executor.submit((Callable<Integer>) new Square(3));
            Future<Integer> another = executor.submit((Callable<Integer>) new Square(4));
            assertThatThrownBy(another::get)
                    .cause()
                    .isInstanceOf(RunFailedException.class)
                    .hasMessageContaining("the strategy waits for the last of all tasks before it gives any");
            assertThatThrownBy(failed::get).hasCauseInstanceOf(RunFailedException.class);
            assertThatThrownBy(() -> executor.submit(new Square(5)::call))
                    .isInstanceOf(RejectedExecutionException.class)
                    .hasMessageContaining("found one that has ended: executor: ");
        }
    }

    @Test
    void shouldNameTheWayForWhatOthersWrap() {
        assertThatThrownBy(() -> CompletableFuture.supplyAsync(() -> 1, EXECUTOR))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("give them MoideExecutor.here() as their executor");
        Runnable inner = (Runnable & Serializable) () -> {};
        Runnable wrapper = new Runnable() {
            @Override
            public void run() {
                inner.run();
            }
        };
        assertThatThrownBy(() -> EXECUTOR.execute(wrapper)).hasMessageContaining("MoideExecutor.here()");
    }

    @Test
    void shouldSayThatACallOfACallHasWrittenIntoItsCopy() throws Exception {
        assertThat(notesOfNestedWrites(QuickMoide.inTheChild()))
                .satisfiesExactly(
                        note -> assertThat(note).contains("(field fitness of " + Person.class.getName() + ")"),
                        here -> assertThat(here).isEqualTo("fitness 0"));
    }

    @Test
    void shouldSayThatACallHasWrittenIntoItsCopy() throws Exception {
        assertThat(notesOfWrites(QuickMoide.inTheChild())).hasSize(3).last().isEqualTo("fitness 0");
    }

    /** Writes into what it refers to in one of many calls, as a search does. */
    private record Finds(int number, AtomicReference<String> found, int[] counts) implements SerializableRunnable {
        private static final int FINDS = 6; // neither one of the first calls nor one whose number is a power of two
        private static final int COUNTS = 11;

        @Override
        public void run() {
            if (number == FINDS) {
                found.set("found");
            } else if (number == COUNTS) {
                counts[0]++;
            }
        }
    }

    @Test
    void shouldSayThatOneOfManyCallsHasWrittenIntoItsCopy() throws Exception {
        Queue<String> notes = new ConcurrentLinkedQueue<>();
        RunListener keeps = new RunListener() {
            @Override
            public void note(String application, String line) {
                notes.add(line);
            }
        };
        try (Moide moide = QuickMoide.inTheChild().listener(keeps).build();
                MoideExecutor executor = moide.executor()) {
            for (int number = 0; number < 16; number++) {
                executor.submit(new Finds(number, new AtomicReference<>(), new int[1]))
                        .get();
            }
        }
        assertThat(notes)
                .filteredOn(note -> note.contains("changed its copy"))
                .satisfiesExactlyInAnyOrder(
                        note -> assertThat(note).contains("field found of "),
                        note -> assertThat(note).contains("field counts of "));
    }

    @Test
    void shouldNameShareWhereCallsCarryTheSame() throws Exception {
        Queue<String> notes = new ConcurrentLinkedQueue<>();
        RunListener keeps = new RunListener() {
            @Override
            public void note(String application, String line) {
                notes.add(line);
            }
        };
        try (Moide moide = QuickMoide.inTheChild().listener(keeps).build();
                MoideExecutor executor = moide.executor()) {
            byte[] table = new byte[2 << 20];
            for (int number = 0; number < 3; number++) {
                int at = number;
                assertThat(executor.submit(() -> table[at]).get()).isZero();
                byte[] own = new byte[2 << 20];
                assertThat(executor.submit(() -> own.length).get()).isEqualTo(2 << 20);
            }
        }
        assertThat(notes.stream().filter(note -> note.contains("MoideExecutor.share")))
                .hasSize(1)
                .first()
                .asString()
                .contains("carries 2.0 MiB, and so do others: ");
    }

    @Test
    void shouldGiveAllEnginesTheSettingsOfThisJvmAndTheOptionsThatAreSaid() throws Exception {
        java.util.Locale before = java.util.Locale.getDefault();
        java.util.Locale.setDefault(java.util.Locale.GERMANY);
        try (Moide moide = QuickMoide.builder()
                        .javaArguments("-Dmoide.given=1", "-ea")
                        .localEngines(2)
                        .threads(1)
                        .build();
                MoideExecutor executor = moide.executor()) {
            Set<String> seen = new TreeSet<>();
            List<SerializableCallable<String>> calls = Collections.nCopies(
                    20,
                    () -> slowly(System.getProperty("moide.given").length())
                            + String.format(" %.1f ", 1.5)
                            + ExecutorTest.class.desiredAssertionStatus()
                            + ProcessHandle.current().pid());
            for (Future<String> each : executor.invokeAll(calls)) {
                seen.add(each.get());
            }
            assertThat(seen).hasSize(2).allMatch(one -> one.startsWith("1 1,5 true"));
        } finally {
            java.util.Locale.setDefault(before);
        }
    }

    @Test
    void shouldGiveBackTheRoomOfCancelledCallsAtOnce() throws Exception {
        Waits first = waits();
        Waits second = waits();
        EXECUTOR.submit((Callable<String>) first);
        EXECUTOR.submit((Callable<String>) second);
        first.awaitBegun();
        second.awaitBegun();
        for (int number = 0; number < 200; number++) {
            byte[] megabyte = new byte[1 << 20];
            assertThat(EXECUTOR.submit(() -> megabyte.length).cancel(true)).isTrue();
        }
        assertThat(first.wasInterrupted()).isFalse();
        Future<Integer> wanted = EXECUTOR.submit(new Square(3)::call);
        first.release();
        second.release();
        assertThat(wanted.get()).isEqualTo(9);
    }

    @Override
    int engines() {
        return 2;
    }

    @Test
    void shouldRefuseInACallWhatOnlyTheProgramMayDo() {
        assertThatThrownBy(EXECUTOR.submit(
                        () -> MoideExecutor.current().onEachEngine(() -> 1).get())::get)
                .hasRootCauseMessage(
                        "onEachEngine: expected the program's own executor, found the one in a call; let the program run it");
    }

    @Test
    void shouldSayHowLargeABestValueMayBe() throws Exception {
        Best<byte[]> best = EXECUTOR.best(new byte[1], (left, right) -> right.length - left.length);
        assertThatThrownBy(() -> best.offer(new byte[2 << 20]))
                .hasMessageContaining("expected a best value of at most 1048576 bytes, found one of ");
        assertThatThrownBy(EXECUTOR.submit(() -> best.offer(new byte[2 << 20]))::get)
                .hasRootCauseMessage(
                        "expected a best value of at most 1048576 bytes, found one of 2097157: each goes to"
                                + " all engines; offer what is compared, such as a length, and return the rest");
        assertThat(EXECUTOR.submit(() -> best.offer(new byte[1_000_000])).get()).isTrue();
        assertThat(best.get()).hasSize(1_000_000);
        assertThat(best.offer(new byte[1_040_000])).isTrue();
        List<SerializableCallable<Integer>> looks = Collections.nCopies(8, () -> slowly(best.get().length));
        for (Future<Integer> each : EXECUTOR.invokeAll(looks)) {
            assertThat(each.get()).isEqualTo(1_040_000);
        }
    }

    private static long slowPlace(byte[] large) throws InterruptedException {
        new CountDownLatch(1).await(large.length > 0 ? 100 : 0, TimeUnit.MILLISECONDS);
        return ProcessHandle.current().pid();
    }

    @Test
    void shouldGiveLargeCallsOfACallToOtherEngines() throws Exception {
        List<Long> places = EXECUTOR.submit(() -> {
                    List<Future<Long>> all = new ArrayList<>();
                    for (int number = 0; number < 12; number++) {
                        byte[] large = new byte[200_000];
                        all.add(MoideExecutor.current().submit(() -> slowPlace(large)));
                    }
                    List<Long> done = new ArrayList<>();
                    for (Future<Long> each : all) {
                        done.add(each.get());
                    }
                    return done;
                })
                .get();
        assertThat(places).hasSize(12);
        assertThat(Set.copyOf(places)).as("engines").hasSize(2);
    }

    @Test
    void shouldRefuseAPriorityWhereQueuesHaveNoOrder() throws Exception {
        try (Moide moide = QuickMoide.inTheChild().option("--pool", "fifo_cen").build();
                MoideExecutor executor = moide.executor()) {
            assertThatThrownBy(executor.submit(new Square(3), CallOptions.with().priority(1))::get)
                    .cause()
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessage("priority: expected --pool deques, found fifo_cen, which has no order");
            assertThat(executor.submit(new Square(3), CallOptions.with().tries(1))
                            .get())
                    .isEqualTo(9);
        }
    }

    @Test
    void shouldRefuseInACallWhatIsTheProgramsPart() throws Exception {
        shouldRefuseInACallWhatIsTheProgramsPart(shared());
    }
}
