package org.moide.commlib.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.moide.commlib.CommException;
import org.moide.commlib.CommLib;
import org.moide.commlib.MemberLostException;
import org.moide.commlib.Pending;
import org.moide.commlib.Reduction;
import org.moide.commlib.RunEndedException;
import org.moide.commlib.Slice;

/** A contract of collectives that a thread begins and that go on while it does something else. */
public interface PendingCollectiveContract extends TestSystems {
    static List<int[]> pendingShapes() {
        return List.of(
                new int[] {1}, new int[] {3}, new int[] {1, 1}, new int[] {2, 3}, new int[] {1, 2, 1}, new int[] {
                    1, 1, 1, 1
                });
    }

    /**
     * A collective in two forms: a blocking call, and a call that only begins it. The parts of one ID and of all IDs
     * are given to both forms in the same way.
     */
    record Kind(String name, Call blocking, BeginCall begun) {
        interface Call {
            void call(CommLib comm, Slice data, Slice other);
        }

        interface BeginCall {
            Pending begin(CommLib comm, Slice data, Slice other);
        }

        /**
         * Returns all collectives, each in both forms. The forms take {@code data} for one ID's part and {@code other}
         * for the parts of all IDs.
         */
        static List<Kind> all(int root) {
            return List.of(
                    new Kind("broadcast", (c, d, o) -> c.broadcast(root, d), (c, d, o) -> c.ibroadcast(root, d)),
                    new Kind("scatter", (c, d, o) -> c.scatter(root, o, d), (c, d, o) -> c.iscatter(root, o, d)),
                    new Kind("gather", (c, d, o) -> c.gather(root, d, o), (c, d, o) -> c.igather(root, d, o)),
                    new Kind("allGather", (c, d, o) -> c.allGather(d, o), (c, d, o) -> c.iallGather(d, o)),
                    new Kind(
                            "allReduce",
                            (c, d, o) -> c.allReduce(d, Reduction.SUM),
                            (c, d, o) -> c.iallReduce(d, Reduction.SUM)),
                    new Kind(
                            "reduce",
                            (c, d, o) -> c.reduce(root, d, Reduction.PRODUCT),
                            (c, d, o) -> c.ireduce(root, d, Reduction.PRODUCT)),
                    new Kind("scan", (c, d, o) -> c.scan(d, Reduction.SUM), (c, d, o) -> c.iscan(d, Reduction.SUM)),
                    new Kind(
                            "allToAll",
                            (c, d, o) -> c.allToAll(Slice.of(((double[]) o.array()).clone()), o),
                            (c, d, o) -> c.iallToAll(Slice.of(((double[]) o.array()).clone()), o)),
                    new Kind(
                            "allToAll of counts",
                            (c, d, o) -> c.allToAll(copy(o), counts(c, d), o, counts(c, d)),
                            (c, d, o) -> {
                                int[] counts = counts(c, d);
                                Pending begun = c.iallToAll(copy(o), counts, o, counts);
                                Arrays.fill(counts, -1);
                                return begun;
                            }),
                    new Kind("remoteBarrier", (c, d, o) -> c.remoteBarrier(), (c, d, o) -> c.iremoteBarrier()));
        }

        private static Slice copy(Slice slice) {
            return Slice.of(((double[]) slice.array()).clone());
        }

        private static int[] counts(CommLib comm, Slice part) {
            int[] counts = new int[comm.count()];
            Arrays.fill(counts, part.length());
            return counts;
        }
    }

    /** Returns elements whose sums and products depend, in their bits, on the order of the operations. */
    private static double[] uneven(int length, long seed) {
        long bits = seed * 0x9E3779B97F4A7C15L;
        double[] elements = new double[length];
        for (int i = 0; i < length; i++) {
            bits = bits * 6364136223846793005L + 1442695040888963407L;
            elements[i] = ((bits >>> 12) + 1.0) / (1L << (bits >>> 59));
        }
        return elements;
    }

    @ParameterizedTest
    @MethodSource("pendingShapes")
    default void shouldBringTheSameBitsAsTheBlockingOnes(int[] shape) {
        succeed(
                comm -> {
                    for (int length : new int[] {0, 1, 7, 1_000, 20_000}) {
                        List<double[]> expected = new ArrayList<>();
                        List<double[]> found = new ArrayList<>();
                        List<Pending> open = new ArrayList<>();
                        int step = 0;
                        for (Kind kind : Kind.all(length % comm.count())) {
                            long seed = 1_000L * length + 100L * step + comm.id();
                            double[] part = uneven(length, seed);
                            double[] whole = uneven(length * comm.count(), seed + 50);
                            expected.addAll(List.of(part.clone(), whole.clone()));
                            found.addAll(List.of(part, whole));
                            open.add(kind.begun().begin(comm, Slice.of(part), Slice.of(whole)));
                            kind.blocking()
                                    .call(comm, Slice.of(expected.get(2 * step)), Slice.of(expected.get(2 * step + 1)));
                            step++;
                        }
                        Collections.reverse(open);
                        open.forEach(Pending::await);
                        assertThat(open).allMatch(Pending::isDone);
                        for (int i = 0; i < found.size(); i++) {
                            Data.assertSame(Slice.of(found.get(i)), expected.get(i), length + " each, array " + i);
                        }
                    }
                },
                shape);
    }

    @Test
    default void shouldGoOnWhileTheThreadDoesSomethingElse() {
        succeed(
                comm -> {
                    double[] data = uneven(20_000, comm.id());
                    Pending begun = comm.iallReduce(Slice.of(data), Reduction.SUM);
                    if (comm.id() == 1) { // the collective needs ID 0 in every round but the first
                        for (int other = 1; other < comm.count(); other++) {
                            if (other != comm.id()) {
                                comm.receive(other, 1, String.class);
                            }
                        }
                        comm.send(0, 2, "all have it");
                    } else if (comm.id() == 0) {
                        comm.receive(1, 2, String.class);
                    } else {
                        begun.await();
                        comm.send(1, 1, "I have it");
                    }
                    begun.await();
                },
                1,
                1,
                1,
                1);
    }

    @Test
    default void shouldHaveNothingToDoWithBlockingOnesWhateverTheOrder() {
        succeed(
                comm -> {
                    long[] begun = {comm.id()};
                    long[] blocking = {10};
                    Pending pending;
                    if (comm.id() % 2 == 0) {
                        pending = comm.iallReduce(Slice.of(begun), Reduction.MAXIMUM);
                        comm.allReduce(Slice.of(blocking), Reduction.SUM);
                        comm.remoteBarrier();
                    } else {
                        comm.allReduce(Slice.of(blocking), Reduction.SUM);
                        comm.remoteBarrier();
                        pending = comm.iallReduce(Slice.of(begun), Reduction.MAXIMUM);
                    }
                    pending.await();
                    assertThat(begun).containsExactly(comm.count() - 1);
                    assertThat(blocking).containsExactly(10L * comm.count());
                },
                2,
                1,
                2);
    }

    @Test
    default void shouldGetWhatBlockingOnesGetInRandomMixes() {
        for (long seed = 1; seed <= 25; seed++) {
            Random shapes = new Random(seed);
            int[] shape = IntStream.range(0, 1 + shapes.nextInt(4))
                    .map(engine -> 1 + shapes.nextInt(2))
                    .toArray();
            long program = seed;
            succeed(comm -> mix(comm, program), shape);
        }
    }

    private static void mix(CommLib all, long seed) {
        Random random = new Random(seed * 31);
        CommLib half = all.split(all.id() % 2, -all.id());
        List<Pending> open = new ArrayList<>();
        List<Runnable> checks = new ArrayList<>();
        for (int step = 0; step < 12; step++) {
            CommLib comm = random.nextBoolean() ? all : half;
            int length = random.nextInt(8) == 0 ? random.nextInt(20_000) : random.nextInt(200);
            int root = random.nextInt(1_000) % comm.count();
            List<Kind> kinds = Kind.all(root);
            Kind kind = kinds.get(random.nextInt(kinds.size()));
            double[] part = uneven(length, seed * 100 + step * 10L + comm.id());
            double[] whole = uneven(length * comm.count(), seed * 100 + step * 10L + comm.id() + 7);
            double[] samePart = part.clone();
            double[] sameWhole = whole.clone();
            open.add(kind.begun().begin(comm, Slice.of(part), Slice.of(whole)));
            if (random.nextBoolean()) {
                all.remoteBarrier();
            }
            kind.blocking().call(comm, Slice.of(samePart), Slice.of(sameWhole));
            String where = "seed " + seed + ", step " + step + ", " + kind.name();
            checks.add(() -> {
                Data.assertSame(Slice.of(part), samePart, where);
                Data.assertSame(Slice.of(whole), sameWhole, where);
            });
            if (random.nextInt(4) == 0) {
                open.get(random.nextInt(open.size())).await();
            }
        }
        open.forEach(Pending::await);
        checks.forEach(Runnable::run);
    }

    @Test
    default void shouldTellWhoAwaitsWhenLengthsDiffer() {
        try (TestSystem system = open(2, 1, 1)) {
            TestSystems.assertAllReturned(system.run(comm -> {
                Pending first = comm.iremoteBarrier();
                Pending wrong = comm.iallReduce(Slice.of(new int[comm.id() == 2 ? 4 : 5]), Reduction.SUM);
                Pending later = comm.iremoteBarrier();
                for (int again = 0; again < 2; again++) {
                    assertThatThrownBy(wrong::await)
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessageContaining("allReduce");
                }
                assertThatThrownBy(later::await).isInstanceOf(IllegalArgumentException.class);
                assertThat(later.isDone()).isTrue();
                try {
                    first.await();
                } catch (IllegalArgumentException released) {
                    // The other IDs had left the collective, and failed in the next, before this thread did.
                }
                assertThat(first.isDone()).isTrue();
                assertThatThrownBy(comm::remoteBarrier).isInstanceOf(IllegalArgumentException.class);
            }));
        }
    }

    @Test
    default void shouldTellAllWhenTheRootOfOneDoesNotExist() {
        try (TestSystem system = open(1, 1, 1)) {
            TestSystems.assertAllReturned(system.run(comm -> {
                Pending wrong = comm.igather(comm.id() == 1 ? 7 : 1, Slice.of(new int[1]), Slice.of(new int[3]));
                assertThatThrownBy(() -> {
                            wrong.await();
                            comm.iremoteBarrier().await();
                        })
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("expected a root from 0 to 2, found 7");
            }));
        }
    }

    @Test
    default void shouldNameWhoIsMissingWhenOnlySomeBegin() {
        try (TestSystem system = open(hasty(), 1, 1, 1)) {
            List<@Nullable Throwable> thrown = system.run(comm -> {
                if (comm.id() != 2) {
                    comm.iallReduce(Slice.of(new double[10]), Reduction.SUM).await();
                }
            });
            assertThat(thrown.get(2)).isNull();
            assertThat(thrown.subList(0, 2))
                    .allSatisfy(failure -> assertThat(failure)
                            .isInstanceOf(CommException.class)
                            .hasMessageContaining("for ID 2: not called there"));
        }
    }

    @Test
    default void shouldTellAllWhenOneIsInterruptedWhileItAwaits() {
        try (TestSystem system = open(1, 2)) {
            List<@Nullable Throwable> thrown = system.run(comm -> {
                if (comm.id() == 0) {
                    Pending begun = comm.iallReduce(Slice.of(new double[50_000]), Reduction.SUM);
                    Thread.currentThread().interrupt();
                    try {
                        begun.await();
                    } finally {
                        assertThat(Thread.interrupted()).as("the flag").isTrue();
                    }
                } else if (comm.id() == 1) {
                    comm.iallReduce(Slice.of(new double[50_000]), Reduction.SUM).await();
                } else {
                    comm.remoteBarrier();
                }
            });
            assertThat(thrown)
                    .allSatisfy(failure -> assertThat(failure)
                            .isInstanceOf(CommException.class)
                            .hasMessageContaining("iallReduce at ID 0: the thread was interrupted"));
        }
    }

    @Test
    default void shouldReleaseWhoAwaitsWhenTheRunEnds() {
        try (TestSystem system = open(2, 1, 2)) {
            List<@Nullable Throwable> thrown = system.run(comm -> {
                if (comm.id() == 0) {
                    for (int other = 1; other < comm.count(); other++) {
                        comm.receive(other, 1, String.class);
                    }
                    for (int engine = 0; engine < system.shape().size(); engine++) {
                        system.engine(engine).end("the test says so");
                    }
                    return;
                }
                List<Pending> open = List.of(
                        comm.iremoteBarrier(),
                        comm.iallReduce(Slice.of(new double[50_000]), Reduction.SUM),
                        comm.ibroadcast(1, Slice.of(new int[3])));
                comm.send(0, 1, "begun");
                for (Pending each : open.subList(1, 3)) {
                    assertThatThrownBy(each::await).isInstanceOf(RunEndedException.class);
                    assertThat(each.isDone()).isTrue();
                }
                open.get(0).await();
            });
            assertThat(thrown.subList(1, thrown.size()))
                    .allSatisfy(failure -> assertThat(failure)
                            .isInstanceOf(RunEndedException.class)
                            .hasMessageContaining("the test says so"));
        }
    }

    @Test
    default void shouldReleaseWhoAwaitsWhenAMemberIsLost() {
        try (TestSystem system = open(1, 2, 1)) {
            if (system.shape().size() < 3) {
                return; // All threads are on one engine, which cannot lose another.
            }
            List<@Nullable Throwable> thrown = system.run(comm -> {
                if (comm.id() == 3) {
                    return;
                }
                Pending first = comm.iallGather(Slice.of(new long[1]), Slice.of(new long[comm.count()]));
                if (comm.id() == 0) {
                    system.engine(0).memberLost(2, "the test says so");
                    system.engine(1).memberLost(2, "the test says so");
                }
                first.await();
            });
            assertThat(thrown.subList(0, 3))
                    .allSatisfy(failure -> assertThat(failure)
                            .isInstanceOf(MemberLostException.class)
                            .hasMessageContaining("engine 2 is lost: the test says so"));
        }
    }
}
