package org.moide;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.Serializable;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert;
import org.junit.jupiter.api.Test;
import org.moide.engine.Best;
import org.moide.engine.SerializableFunction;
import org.moide.engine.SerializableRunnable;
import org.moide.engine.SerializableThrowingFunction;

/** A contract of what irregular programs, such as searches, need of executors of all kinds. */
abstract class SearchContract {
    /** Returns an executor with two threads for all tests that do not end it. */
    abstract MoideExecutor shared();

    /** Returns an executor with one thread, for a test that ends it. */
    abstract MoideExecutor own();

    /** A tour of a search. */
    record Tour(int length, List<String> cities) implements Serializable {
        int of() {
            return length;
        }
    }

    /** Waits until a best value is as good as this; returns it. */
    static int awaitAtMost(Best<Integer> best, int value) throws InterruptedException {
        while (best.get() > value) {
            new CountDownLatch(1).await(1, MILLISECONDS); // the test's own limit ends it
        }
        return best.get();
    }

    private static int scattered(int number) {
        return 1 + number * 37 % 101;
    }

    /** Offers a value for each leaf of a tree of calls. */
    static int offers(Best<Integer> best, int from, int to) throws Exception {
        if (to - from == 1) {
            best.offer(scattered(from));
            return best.get();
        }
        int middle = (from + to) / 2;
        Future<Integer> left = MoideExecutor.current().submit(() -> offers(best, from, middle));
        int right = offers(best, middle, to);
        return Math.min(left.get(), right);
    }

    @Test
    void shouldKeepTheBestThatAnyCallOffers() throws Exception {
        Best<Integer> best = shared().best(1_000, Comparator.naturalOrder());
        assertThat(best.get()).isEqualTo(1_000);
        List<Future<?>> calls = new ArrayList<>();
        for (int number = 1; number <= 100; number++) {
            int value = scattered(number);
            SerializableRunnable offers = () -> best.offer(value);
            calls.add(shared().submit(offers));
        }
        for (Future<?> each : calls) {
            each.get();
        }
        assertThat(best.get()).isEqualTo(2);
        assertThat(shared().submit(() -> best.offer(2)).get()).isFalse();
        assertThat(shared().submit(() -> best.offer(1)).get()).isTrue();
        assertThat(best.get()).isEqualTo(1);
        assertThat(shared().submit(best::get).get()).isEqualTo(1);
    }

    @Test
    void shouldKnowWhatACallOfferedWhenItIsDone() throws Exception {
        Best<Integer> best = shared().best(0, Comparator.reverseOrder());
        for (int number = 2; number <= 400; number += 2) {
            int value = number;
            shared().submit(() -> best.offer(value - 1) && best.offer(value)).get();
            assertThat(best.get()).isEqualTo(value);
        }
    }

    @Test
    void shouldBeTheSameInCallsOfCalls() throws Exception {
        Best<Integer> best = shared().best(1_000, Comparator.naturalOrder());
        assertThat(shared().submit(() -> offers(best, 1, 101)).get()).isEqualTo(2);
        assertThat(best.get()).isEqualTo(2);
    }

    @Test
    void shouldShowCallsThatRunWhatTheProgramOffers() throws Exception {
        Best<Integer> best = shared().best(10, Comparator.naturalOrder());
        Future<Integer> waits = shared().submit(() -> {
            awaitAtMost(best, 10);
            best.offer(9);
            awaitAtMost(best, 5);
            best.offer(4);
            return awaitAtMost(best, 3);
        });
        awaitAtMost(best, 9);
        assertThat(best.offer(5)).isTrue();
        awaitAtMost(best, 4);
        assertThat(best.offer(3)).isTrue();
        assertThat(waits.get()).isEqualTo(3);
    }

    @Test
    void shouldShowCallsThatRunWhatOthersOffer() throws Exception {
        Best<Integer> best = shared().best(100, Comparator.naturalOrder());
        Future<Integer> even = shared().submit(() -> countsDown(best, 0));
        Future<Integer> odd = shared().submit(() -> countsDown(best, 1));
        assertThat(even.get()).isZero();
        assertThat(odd.get()).isZero();
        assertThat(best.get()).isZero();
    }

    /** Lowers the value from 100 to 0, in turn with a call of the other parity. */
    private static int countsDown(Best<Integer> best, int parity) throws InterruptedException {
        while (best.get() > 0) {
            if (best.get() % 2 == parity) {
                best.offer(best.get() - 1);
            } else {
                new CountDownLatch(1).await(1, MILLISECONDS);
            }
        }
        return best.get();
    }

    @Test
    void shouldTakeObjectsAndOrdersOfTheProgram() throws Exception {
        Tour none = new Tour(Integer.MAX_VALUE, List.of());
        Best<Tour> best = shared().best(none, (left, right) -> Integer.compare(left.of(), right.of()));
        assertThat(shared().submit(() -> best.offer(new Tour(5, List.of("a", "b"))))
                        .get())
                .isTrue();
        assertThat(shared().submit(() -> best.offer(new Tour(5, List.of("b", "a"))))
                        .get())
                .isFalse();
        assertThat(best.get()).isEqualTo(new Tour(5, List.of("a", "b")));
        assertThat(shared().submit(() -> best.get().cities()).get()).containsExactly("a", "b");
    }

    @Test
    void shouldBeMadeInACall() throws Exception {
        assertThat(shared().submit(() -> {
                            Best<Integer> best = MoideExecutor.current().best(1_000, Comparator.naturalOrder());
                            int least = offers(best, 1, 101);
                            return least == 2 && best.get() == 2;
                        })
                        .get())
                .isTrue();
    }

    @Test
    void shouldBeItselfWhenACallReturnsIt() throws Exception {
        Best<Integer> best = shared().best(10, Comparator.naturalOrder());
        Best<Integer> back = shared().submit(() -> {
                    best.offer(8);
                    return best;
                })
                .get();
        assertThat(back.get()).isEqualTo(8);
        back.offer(7);
        assertThat(best.get()).isEqualTo(7);
    }

    @Test
    void shouldLastLongerThanItsExecutor() throws Exception {
        MoideExecutor executor = own();
        Best<Integer> best = executor.best(10, Comparator.naturalOrder());
        executor.submit(() -> best.offer(6)).get();
        executor.close();
        assertThat(best.get()).isEqualTo(6);
        assertThat(best.offer(5)).isTrue();
        assertThat(best.get()).isEqualTo(5);
    }

    @Test
    void shouldRefuseABestValueThatCannotBeSent() {
        Comparator<Integer> keys = Comparator.comparing((Integer number) -> number);
        assertThatThrownBy(() -> shared().best(1, keys))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not Serializable");
        assertThatThrownBy(() -> shared().best(new Socket(), (left, right) -> 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("java.net.Socket");
        assertThatThrownBy(() -> shared().best((Integer) null, Comparator.naturalOrder()))
                .isInstanceOf(NullPointerException.class);
        Best<Object> any = shared().best("first", (left, right) -> left instanceof Socket ? -1 : 0);
        assertThatThrownBy(() -> any.offer(new Socket()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("java.net.Socket");
        assertThat(any.get()).isEqualTo("first");
    }

    // --- ranges, and functions that throw ---------------------------------------------------------------------------

    @Test
    void shouldMapAndReduceARange() {
        assertThat(shared().map(-2, 3, number -> number * 2)).containsExactly(-4, -2, 0, 2, 4);
        assertThat(shared().map(5, 5, number -> number)).isEmpty();
        assertThat(shared().map(5, 4, number -> number)).isEmpty();
        assertThat(shared().map(0, 10_000, number -> "n" + number).toList())
                .hasSize(10_000)
                .startsWith("n0", "n1")
                .endsWith("n9999");
        try (Stream<Integer> some = shared().map(0, Integer.MAX_VALUE, number -> number)) {
            assertThat(some.limit(3)).containsExactly(0, 1, 2);
        }
        try (Stream<Integer> last = shared().map(Integer.MAX_VALUE - 2, Integer.MAX_VALUE, number -> number)) {
            assertThat(last).containsExactly(Integer.MAX_VALUE - 2, Integer.MAX_VALUE - 1);
        }
        assertThat(shared().reduce(0, 1_000, number -> "," + number, String::concat))
                .hasValue(IntStream.range(0, 1_000)
                        .mapToObj(number -> "," + number)
                        .collect(Collectors.joining()));
        assertThat(shared().reduce(0, 0, number -> number, Integer::sum)).isEmpty();
    }

    @Test
    void shouldMapARangeInACall() throws Exception {
        assertThat(shared().submit(() -> MoideExecutor.current()
                                .reduce(0, 100, number -> number, Integer::sum)
                                .orElse(0))
                        .get())
                .isEqualTo(4_950);
    }

    private static Path read(Object name) throws IOException {
        throw new NoSuchFileException("no " + name);
    }

    @Test
    void shouldThrowWhatAFunctionThrewThoughItIsChecked() throws Exception {
        List<String> names = List.of("a", "b");
        List<ThrowableAssert.ThrowingCallable> ways = List.of(
                () -> shared().map(names, SearchContract::read).toList(),
                () -> shared().map(names, name -> read(name)).toList(),
                () -> shared().map(names, (String name) -> {
                            throw new NoSuchFileException("no " + name);
                        })
                        .toList(),
                () -> shared().map(0, 2, number -> read("a")).toList(),
                () -> shared().reduce(names, SearchContract::read, (left, right) -> left),
                () -> shared().reduce(0, 2, number -> read("a"), (left, right) -> left));
        for (ThrowableAssert.ThrowingCallable way : ways) {
            assertThatThrownBy(way)
                    .isInstanceOf(CompletionException.class)
                    .cause()
                    .isInstanceOf(NoSuchFileException.class)
                    .hasMessage("no a");
        }
    }

    /** What programs wrote before functions could throw compiles as it did. */
    @Test
    void shouldTakeFunctionsInAllForms() {
        SerializableFunction<Object, Integer> function = Object::hashCode;
        List<String> names = List.of("a", "b");
        assertThat(shared().map(names, function)).containsExactly(97, 98);
        assertThat(shared().map(names, String::length)).containsExactly(1, 1);
        assertThat(shared().map(names, (String name) -> name + 1)).containsExactly("a1", "b1");
        assertThat(shared().map(names, String::valueOf)).containsExactly("a", "b");
        assertThat(shared().map(names, String::new)).containsExactly("a", "b");
        assertThat(shared().map(names, name -> {
                    if (name.isEmpty()) {
                        throw new IllegalStateException(name);
                    }
                    return name.length();
                }))
                .containsExactly(1, 1);
        assertThat(shared().<String, Integer>reduce(names, function, Integer::sum))
                .hasValue(195);
        assertThat(shared().reduce(names, name -> name, String::concat)).hasValue("ab");
        SerializableThrowingFunction<Object, Integer> throwing =
                name -> read(name).getNameCount();
        assertThatThrownBy(() -> throwing.apply("c")).isInstanceOf(NoSuchFileException.class);
    }

    // --- each engine ------------------------------------------------------------------------------------------------

    /** Returns the number of engines of {@link #shared}. */
    int engines() {
        return 1;
    }

    @Test
    void shouldRunOnEachEngineOnce() throws Exception {
        for (int time = 0; time < 20; time++) {
            List<Long> processes =
                    shared().onEachEngine(() -> ProcessHandle.current().pid()).get();
            assertThat(processes).hasSize(engines()).doesNotHaveDuplicates();
        }
        String name = ExecutorContract.newFile().toString();
        assertThat(shared().onEachEngine(
                                () -> Files.createTempFile(Path.of(name).getParent(), "each", "")
                                        .toString())
                        .get())
                .hasSize(engines())
                .doesNotHaveDuplicates()
                .allMatch(file -> Files.exists(Path.of(file)));
        assertThat(shared().onEachEngine(() -> null).get()).hasSize(engines()).containsOnlyNulls();
        byte[] large = new byte[3_000_000];
        assertThat(shared().onEachEngine(() -> large.clone()).get())
                .hasSize(engines())
                .allMatch(all -> all.length == 3_000_000);
    }

    @Test
    void shouldThrowWhatACallForEachEngineThrewAndGoOn() throws Exception {
        assertThatThrownBy(shared().onEachEngine(() -> read("each"))::get)
                .cause()
                .isInstanceOf(NoSuchFileException.class)
                .hasMessage("no each");
        assertThat(shared().onEachEngine(() -> 1).get()).hasSize(engines());
    }

    @Test
    void shouldCancelACallForEachEngine() throws Exception {
        ExecutorContract.Waits waits = ExecutorContract.waits();
        CompletableFuture<List<String>> each = shared().onEachEngine(waits::call);
        waits.awaitBegun();
        assertThat(each.cancel(true)).isTrue();
        waits.awaitInterrupted();
        assertThat(shared().onEachEngine(() -> 1).get()).hasSize(engines());
    }

    @Test
    void shouldFinishACallForEachEngineBeforeItIsClosed() throws Exception {
        MoideExecutor executor = own();
        CompletableFuture<List<Integer>> each = executor.onEachEngine(() -> 7);
        executor.close();
        assertThat(each.get()).containsExactly(7);
        assertThatThrownBy(() -> executor.onEachEngine(() -> 7)).isInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void shouldRefuseACallForEachEngineThatCannotBeSent() {
        Socket socket = new Socket();
        assertThatThrownBy(() -> shared().onEachEngine(() -> socket.isBound()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("java.net.Socket is not Serializable");
        assertThatThrownBy(() -> shared().onEachEngine(null)).isInstanceOf(NullPointerException.class);
    }
}
