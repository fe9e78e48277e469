package org.moide.commlib.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.moide.commlib.CommLib;
import org.moide.commlib.MemberLostException;
import org.moide.commlib.Received;
import org.moide.commlib.RemoteFailureException;
import org.moide.commlib.RunEndedException;

/** A contract of simple messages and requests, which are handled while compute threads do other things. */
public interface ServedContract extends TestSystems {
    @Test
    default void shouldHandleEachInOrderWhenSimpleMessagesArePosted() {
        List<List<Integer>> handled = new ArrayList<>();
        IntStream.range(0, 6).forEach(id -> handled.add(new CopyOnWriteArrayList<>()));
        ConcurrentHashMap<String, Integer> threads = new ConcurrentHashMap<>();
        succeed(
                comm -> {
                    AtomicLong sum = new AtomicLong();
                    int rounds = 50;
                    comm.onMessage(3, Integer.class, (message, value) -> {
                        sum.addAndGet(value);
                        threads.merge(Thread.currentThread().getName(), 1, Integer::sum);
                        assertThat(message.tag()).isEqualTo(3);
                        if (message.sender() == 0) {
                            handled.get(comm.id()).add(value);
                        }
                    });
                    for (int i = 0; i < rounds; i++) {
                        for (int to = 0; to < comm.count(); to++) {
                            comm.post(to, 3, i);
                        }
                    }
                    comm.onRequest(3, String.class, (request, value) -> sum.get());
                    long expected = (long) comm.count() * rounds * (rounds - 1) / 2;
                    for (int to = 0; to < comm.count(); to++) {
                        long found = 0;
                        while (found < expected) { // Other IDs may not have posted yet.
                            found = comm.request(to, 3, "sum", Long.class);
                        }
                        assertThat(found).isEqualTo(expected);
                    }
                    comm.remoteBarrier();
                },
                2,
                1,
                3);
        List<Integer> expected = IntStream.range(0, 50).boxed().toList();
        assertThat(handled).allSatisfy(values -> assertThat(values).isEqualTo(expected));
        assertThat(threads.keySet()).allMatch(name -> name.matches("engine-\\d-communication"));
    }

    @Test
    default void shouldAnswerWhenThreadsOnlyCompute() {
        succeed(
                comm -> {
                    int last = comm.count() - 1;
                    if (comm.id() == 0) {
                        for (int length : new int[] {0, 1, 9_000, 200_000}) {
                            double[] data = new double[length];
                            Arrays.fill(data, 0.5);
                            double[] answer = comm.request(last, 1, data, double[].class);
                            assertThat(answer).hasSize(length).doesNotContain(0.5);
                            String text = "x".repeat(length);
                            assertThat(comm.request(last, 2, text, String.class))
                                    .isEqualTo(text + last);
                        }
                        comm.send(last, 0, "enough");
                    } else if (comm.id() == last) {
                        comm.onRequest(1, double[].class, (request, value) -> {
                            assertThat(request).isEqualTo(new Received(0, 1, value.length));
                            double[] doubled = value.clone();
                            for (int i = 0; i < doubled.length; i++) {
                                doubled[i] *= 2;
                            }
                            return doubled;
                        });
                        comm.onRequest(2, String.class, (request, value) -> value + comm.id());
                        comm.receive(0, 0, String.class);
                    }
                },
                2,
                2);
    }

    @Test
    default void shouldGiveAnswersToTheCommunicationThreadInOrderWhenNobodyWaitsForThem() {
        int[] lengths = {0, 1, 9_000, 200_000};
        ConcurrentHashMap<String, Integer> threads = new ConcurrentHashMap<>();
        succeed(
                comm -> {
                    comm.onRequest(1, double[].class, (request, value) -> {
                        assertThat(request.tag()).isEqualTo(1);
                        double[] answer = value.clone();
                        Arrays.fill(answer, comm.id());
                        return answer;
                    });
                    comm.onRequest(2, String.class, (request, value) -> value + comm.id());
                    List<List<Integer>> answered = new ArrayList<>();
                    AtomicInteger all = new AtomicInteger(comm.count() * lengths.length);
                    for (int to = 0; to < comm.count(); to++) {
                        int from = to;
                        List<Integer> lengthsOf = new CopyOnWriteArrayList<>();
                        answered.add(lengthsOf);
                        for (int length : lengths) {
                            comm.request(to, 1, new double[length], double[].class, answer -> {
                                assertThat(answer).containsOnly(fill(length, from));
                                lengthsOf.add(answer.length);
                                threads.merge(Thread.currentThread().getName(), 1, Integer::sum);
                                all.decrementAndGet();
                            });
                        }
                        // Requests with and without waiting are told apart.
                        assertThat(comm.request(to, 2, "of ", String.class)).isEqualTo("of " + to);
                    }
                    while (all.get() > 0) {
                        comm.request(comm.id(), 2, "time passes at ", String.class);
                    }
                    List<Integer> expected = IntStream.of(lengths).boxed().toList();
                    assertThat(answered).allSatisfy(some -> assertThat(some).isEqualTo(expected));
                    comm.remoteBarrier();
                },
                2,
                1,
                3);
        assertThat(threads.keySet()).allMatch(name -> name.matches("engine-\\d-communication"));
    }

    private static double[] fill(int length, int value) {
        return length == 0 ? new double[0] : new double[] {value};
    }

    @Test
    default void shouldGiveTheTraceToWhoAskedWhenAHandlerThrows() {
        succeed(
                comm -> {
                    if (comm.id() == 1) {
                        comm.onRequest(5, String.class, (request, value) -> {
                            throw new UnsupportedOperationException("no way to do " + value);
                        });
                        comm.onRequest(6, String.class, (request, value) -> "fine");
                        assertThatThrownBy(() -> comm.onRequest(6, String.class, (request, value) -> "again"))
                                .isInstanceOf(IllegalStateException.class)
                                .hasMessageContaining("tag 6, at ID 1");
                        comm.receive(0, 0, String.class);
                        return;
                    }
                    for (int again = 0; again < 2; again++) {
                        assertThatThrownBy(() -> comm.request(1, 5, "this", String.class))
                                .isInstanceOf(RemoteFailureException.class)
                                .hasMessageContaining("request to 1, tag 5, at ID 0")
                                .hasMessageContaining("no way to do this")
                                .hasMessageContaining("ServedContract");
                        assertThatThrownBy(() -> comm.request(1, 5, 7, String.class))
                                .isInstanceOf(RemoteFailureException.class)
                                .hasMessageContaining("expected a java.lang.String");
                    }
                    assertThat(comm.request(1, 6, "x", String.class)).isEqualTo("fine");
                    comm.send(1, 0, "enough");
                },
                1,
                1);
    }

    @Test
    default void shouldReleaseWhoAsksWhenTheRunEndsOrAMemberIsLost() {
        for (boolean lost : new boolean[] {true, false}) {
            List<TestSystem.Body> waits = List.of(
                    comm -> comm.request(2, 1, "question", String.class),
                    comm -> comm.post(2, 1, new double[100_000]),
                    comm -> comm.ireceive(2, 1, String.class).await(),
                    comm -> comm.isend(2, 1, new double[100_000]).await(),
                    comm -> comm.probe(2, 1),
                    comm -> comm.probe(CommLib.ANY_SENDER, 1),
                    comm -> comm.scan(1, Integer::sum));
            for (TestSystem.Body wait : waits) {
                try (TestSystem system = open(1, 1, 1)) {
                    if (lost && system.shape().size() < 3) {
                        return;
                    }
                    List<@Nullable Throwable> thrown = system.run(comm -> {
                        if (comm.id() == 2) {
                            return;
                        }
                        if (comm.id() == 0) {
                            for (int engine = 0; engine < system.shape().size(); engine++) {
                                if (!lost) {
                                    system.engine(engine).end("the test says so");
                                } else if (engine < 2) {
                                    system.engine(engine).memberLost(2, "the test says so");
                                }
                            }
                        }
                        wait.run(comm);
                    });
                    assertThat(thrown.subList(0, 2))
                            .allSatisfy(failure -> assertThat(failure)
                                    .isInstanceOf(lost ? MemberLostException.class : RunEndedException.class)
                                    .hasMessageContaining("the test says so"));
                }
            }
        }
    }
}
