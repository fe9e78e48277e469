package org.moide.commlib.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.moide.commlib.ElementType;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;

/** A contract of collectives whose result differs between IDs: reduce, scan, allToAll. */
public interface PersonalCollectiveContract extends TestSystems {
    /**
     * Returns the systems to test, as the number of threads of each engine: one engine, a power of two, other numbers,
     * and different numbers of threads.
     */
    static List<int[]> layouts() {
        return CollectiveContract.shapes();
    }

    @ParameterizedTest
    @MethodSource("layouts")
    default void shouldLeaveTheResultWithRootOnlyWhenReduced(int[] shape) {
        succeed(
                comm -> {
                    for (int length : List.of(0, 1, 3_000, 20_003)) {
                        for (int root = 0; root < comm.count(); root++) {
                            Object data = Data.array(ElementType.LONG, length + 2, comm.id());
                            Slice slice = Slice.of(data, 1, length);
                            comm.reduce(root, slice, Reduction.SUM);
                            Object whole = comm.id() == root
                                    ? Data.joined(ElementType.LONG, length + 2, 0, comm.count(), Reduction.SUM)
                                    : Data.array(ElementType.LONG, length + 2, comm.id());
                            Object expected = ElementType.LONG.newArray(length);
                            System.arraycopy(whole, 1, expected, 0, length);
                            Data.assertSame(slice, expected, "length " + length + " at root " + root);
                        }
                    }
                },
                shape);
    }

    @ParameterizedTest
    @MethodSource("layouts")
    default void shouldJoinAllUpToItselfWhenScanned(int[] shape) {
        succeed(
                comm -> {
                    for (ElementType type : ElementType.values()) {
                        for (int length : List.of(0, 1, 3_000, 20_003)) {
                            Object data = Data.array(type, length, comm.id());
                            comm.scan(Slice.of(data), Reduction.SUM);
                            Data.assertSame(
                                    Slice.of(data),
                                    Data.joined(type, length, 0, comm.id() + 1, Reduction.SUM),
                                    type + " of length " + length + " at ID " + comm.id());
                        }
                    }
                },
                shape);
    }

    @ParameterizedTest
    @MethodSource("layouts")
    default void shouldJoinObjectsInTheOrderOfIdsWhenReducedForOneOrScanned(int[] shape) {
        succeed(
                comm -> {
                    String own = "<" + comm.id() + ">";
                    String before = text(comm.id() + 1);
                    String all = text(comm.count());
                    for (int root = 0; root < comm.count(); root++) {
                        String joined = comm.reduce(root, own, (left, right) -> left + right);
                        assertThat(joined).isEqualTo(comm.id() == root ? all : own);
                    }
                    assertThat(comm.scan(own, (left, right) -> left + right)).isEqualTo(before);
                },
                shape);
    }

    private static String text(int ids) {
        StringBuilder text = new StringBuilder();
        IntStream.range(0, ids).forEach(id -> text.append('<').append(id).append('>'));
        return text.toString();
    }

    @ParameterizedTest
    @MethodSource("layouts")
    default void shouldGiveTheSameBitsWhenScannedOrReducedForOneAgain(int[] shape) {
        List<double[]> first = new CopyOnWriteArrayList<>();
        List<double[]> second = new CopyOnWriteArrayList<>();
        for (List<double[]> results : List.of(first, second)) {
            succeed(
                    comm -> {
                        double[] data = new double[2_000];
                        for (int i = 0; i < data.length; i++) {
                            data[i] = Math.sin(i + 0.1) * Math.pow(10, (comm.id() * 7 + i) % 30 - 15);
                        }
                        double[] copy = data.clone();
                        comm.scan(Slice.of(data), Reduction.SUM);
                        comm.reduce(comm.count() - 1, Slice.of(copy), Reduction.SUM);
                        if (comm.id() == comm.count() - 1) {
                            results.add(data);
                            results.add(copy);
                        }
                    },
                    shape);
        }
        assertThat(Data.equal(first.get(0), second.get(0))).as("scanned").isTrue();
        assertThat(Data.equal(first.get(1), second.get(1))).as("reduced").isTrue();
    }

    @ParameterizedTest
    @MethodSource("layouts")
    default void shouldGiveEachItsPartOfEachWhenAllGiveToAll(int[] shape) {
        succeed(
                comm -> {
                    int ids = comm.count();
                    for (int part : List.of(0, 1, 300, 10_000)) {
                        int[] out = new int[part * ids];
                        for (int i = 0; i < out.length; i++) {
                            out[i] = comm.id() * 1_000_000 + i;
                        }
                        int[] in = new int[part * ids];
                        comm.allToAll(Slice.of(out), Slice.of(in));
                        int[] expected = new int[in.length];
                        for (int i = 0; i < expected.length; i++) {
                            expected[i] = i / part * 1_000_000 + comm.id() * part + i % part;
                        }
                        Data.assertSame(Slice.of(in), expected, "parts of " + part);
                    }
                },
                shape);
    }

    /** Returns the length of the part from one ID to another; some parts are empty. */
    private static int length(int from, int to) {
        return (from * 3 + to) % 4 * 700;
    }

    @ParameterizedTest
    @MethodSource("layouts")
    default void shouldGiveEachItsPartOfEachWhenPartsAreUnequal(int[] shape) {
        succeed(
                comm -> {
                    int ids = comm.count();
                    int[] outCounts = IntStream.range(0, ids)
                            .map(to -> length(comm.id(), to))
                            .toArray();
                    int[] inCounts = IntStream.range(0, ids)
                            .map(from -> length(from, comm.id()))
                            .toArray();
                    double[] out = new double[IntStream.of(outCounts).sum() + 5];
                    double[] in = new double[IntStream.of(inCounts).sum() + 5];
                    int at = 0;
                    for (int to = 0; to < ids; to++) {
                        for (int i = 0; i < outCounts[to]; i++) {
                            out[at++] = comm.id() * 1e9 + to * 1e5 + i;
                        }
                    }
                    comm.allToAll(Slice.of(out), outCounts, Slice.of(in), inCounts);
                    at = 0;
                    for (int from = 0; from < ids; from++) {
                        for (int i = 0; i < inCounts[from]; i++) {
                            assertThat(in[at++]).isEqualTo(from * 1e9 + comm.id() * 1e5 + i);
                        }
                    }
                    assertThat(in[at]).isZero();
                },
                shape);
    }

    @Test
    default void shouldFailEverywhereWhenPartsDoNotFit() {
        for (int odd : new int[] {0, 2, 5}) {
            fail(comm -> comm.reduce(1, Slice.of(new double[comm.id() == odd ? 3 : 4]), Reduction.SUM));
            fail(comm -> comm.scan(Slice.of(new double[comm.id() == odd ? 3 : 4]), Reduction.SUM));
            fail(comm -> comm.scan(Slice.of(new int[4]), comm.id() == odd ? Reduction.SUM : Reduction.MAXIMUM));
            fail(comm -> comm.allToAll(Slice.of(new int[comm.id() == odd ? 12 : 6]), Slice.of(new int[6])));
            fail(comm -> {
                int length = comm.id() == odd ? 7 : 6;
                comm.allToAll(Slice.of(new int[length]), Slice.of(new int[length]));
            });
            fail(comm -> {
                int[] one = {1, 1, 1, 1, 1, 1};
                int[] out = one.clone();
                out[(odd + 1) % 6] = comm.id() == odd ? 2 : 1;
                comm.allToAll(Slice.of(new int[8]), out, Slice.of(new int[8]), one);
            });
            fail(comm -> {
                int[] counts = new int[comm.id() == odd ? 5 : 6];
                comm.allToAll(Slice.of(new int[8]), counts, Slice.of(new int[8]), counts);
            });
        }
    }

    private void fail(TestSystem.Body body) {
        try (TestSystem system = open(2, 1, 3)) {
            List<@Nullable Throwable> thrown = system.run(comm -> {
                body.run(comm);
                comm.remoteBarrier();
            });
            assertThat(thrown).allSatisfy(failure -> assertThat(failure).isInstanceOf(IllegalArgumentException.class));
        }
    }

    @Test
    default void shouldBringABuffersBytesWhenItIsDirect() {
        succeed(
                comm -> {
                    if (comm.id() == 0) {
                        ByteBuffer data = ByteBuffer.allocateDirect(100_000);
                        data.putInt(90_000, 4711).position(5);
                        comm.send(1, 0, data);
                        assertThat(data.hasRemaining()).isFalse();
                    } else if (comm.id() == 1) {
                        ByteBuffer into = ByteBuffer.allocateDirect(200_000).position(7);
                        assertThat(comm.receive(0, 0, into)).isEqualTo(99_995);
                        assertThat(into.position()).isEqualTo(100_002);
                        assertThat(into.getInt(90_002)).isEqualTo(4711);
                    }
                },
                1,
                1);
    }
}
