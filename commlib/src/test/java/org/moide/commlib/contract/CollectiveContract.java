package org.moide.commlib.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.moide.commlib.ElementType;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;

/** A contract of the collectives (calls that all IDs make together), which every path must keep. */
public interface CollectiveContract extends TestSystems {
    /**
     * Returns the systems to test, as the number of threads of each engine: one engine, a power of two, other numbers,
     * and different numbers of threads.
     */
    static List<int[]> shapes() {
        return List.of(
                new int[] {1},
                new int[] {3},
                new int[] {1, 1},
                new int[] {2, 1, 3},
                new int[] {1, 1, 1, 1, 1},
                new int[] {2, 2, 1, 1, 1, 1, 2});
    }

    List<Integer> LENGTHS = List.of(0, 1, 5, 3_000, 20_000, 200_003);

    @ParameterizedTest
    @MethodSource("shapes")
    default void shouldBringRootsElementsToAllWhenBroadcast(int[] shape) {
        succeed(
                comm -> {
                    for (int length : LENGTHS) {
                        for (int root = 0; root < comm.count(); root += Math.max(1, comm.count() / 3)) {
                            Object expected = Data.array(ElementType.DOUBLE, length, root);
                            Object data = comm.id() == root
                                    ? Data.array(ElementType.DOUBLE, length, root)
                                    : new double[length];
                            comm.broadcast(root, Slice.of(data));
                            Data.assertSame(Slice.of(data), expected, "length " + length + " from " + root);
                        }
                    }
                },
                shape);
    }

    @ParameterizedTest
    @MethodSource("shapes")
    default void shouldLetAllReuseTheirArraysWhenACollectiveHasReturned(int[] shape) {
        succeed(
                comm -> {
                    int length = 50_000;
                    double[] data = new double[length];
                    double[] all = new double[length * comm.count()];
                    for (int round = 0; round < 20; round++) {
                        int root = round % comm.count();
                        Arrays.fill(data, comm.id() == root ? round : -1);
                        comm.broadcast(root, Slice.of(data));
                        Data.assertFilled(data, round, "broadcast " + round);
                        Arrays.fill(data, comm.id());
                        comm.allGather(Slice.of(data), Slice.of(all));
                        Arrays.fill(data, -2);
                        for (int id = 0; id < comm.count(); id++) {
                            assertThat(all[id * length] + all[(id + 1) * length - 1])
                                    .as("allGather " + round)
                                    .isEqualTo(2 * id);
                        }
                        Arrays.fill(all, -3);
                        Arrays.fill(data, 1);
                        comm.allReduce(data, Reduction.SUM);
                        Data.assertFilled(data, comm.count(), "allReduce " + round);
                    }
                },
                shape);
    }

    @ParameterizedTest
    @MethodSource("shapes")
    default void shouldBringRootsObjectToAllWhenBroadcast(int[] shape) {
        succeed(
                comm -> {
                    for (int root = 0; root < comm.count(); root++) {
                        String text = "from " + root + " ".repeat(root * 20_000);
                        String came = comm.broadcast(root, comm.id() == root ? text : "ignored");
                        assertThat(came).isEqualTo(text);
                    }
                },
                shape);
    }

    @ParameterizedTest
    @MethodSource("shapes")
    default void shouldCutAndJoinUnequalPartsWhenScatteredAndGathered(int[] shape) {
        succeed(
                comm -> {
                    for (int unit : new int[] {0, 1, 300, 20_000}) {
                        for (int root = 0; root < comm.count(); root++) {
                            int[] starts = starts(comm.count(), unit, root);
                            int mine = starts[comm.id() + 1] - starts[comm.id()];
                            Object whole = Data.array(ElementType.INT, starts[comm.count()], 5);
                            int[] part = new int[mine];
                            Slice all = Slice.of(comm.id() == root ? whole : new int[0]);
                            comm.scatter(root, all, Slice.of(part));
                            Object expected = new int[mine];
                            System.arraycopy(whole, starts[comm.id()], expected, 0, mine);
                            Data.assertSame(Slice.of(part), expected, "part of " + unit + " from " + root);

                            int[] back = new int[comm.id() == root ? starts[comm.count()] : 0];
                            comm.gather(root, Slice.of(part), Slice.of(back));
                            if (comm.id() == root) {
                                Data.assertSame(Slice.of(back), whole, "whole of " + unit + " at " + root);
                            }

                            int[] everywhere = new int[starts[comm.count()]];
                            comm.allGather(Slice.of(part), Slice.of(everywhere));
                            Data.assertSame(Slice.of(everywhere), whole, "whole of " + unit + " everywhere");
                        }
                    }
                },
                shape);
    }

    @ParameterizedTest
    @MethodSource("shapes")
    default void shouldGatherInPlaceWhenTheThreadsOfAnEngineGiveTheSameArray(int[] shape) {
        int ids = Arrays.stream(shape).sum();
        for (int unit : new int[] {1, 9_000}) {
            double[][] ofEngines = new double[shape.length][ids * unit];
            succeed(
                    comm -> {
                        double[] all = ofEngines[comm.engineOf(comm.id())];
                        Slice own = Slice.of(all, comm.id() * unit, unit);
                        for (int round = 1; round <= 5; round++) {
                            Arrays.fill(all, own.offset(), own.offset() + unit, round * 100 + comm.id());
                            comm.allGather(own, Slice.of(all));
                            for (int id = 0; id < ids; id++) {
                                double[] part = Arrays.copyOfRange(all, id * unit, (id + 1) * unit);
                                Data.assertFilled(part, round * 100 + id, "round " + round + ", ID " + id);
                            }
                            comm.remoteBarrier();
                        }
                    },
                    shape);
        }
    }

    /**
     * Returns the starts of parts whose lengths are 0 to 3 times {@code unit} in turn, beginning with {@code shift}.
     */
    private static int[] starts(int count, int unit, int shift) {
        int[] starts = new int[count + 1];
        for (int id = 0; id < count; id++) {
            starts[id + 1] = starts[id] + (id + shift) % 4 * unit;
        }
        return starts;
    }

    @ParameterizedTest
    @MethodSource("shapes")
    default void shouldGiveEveryonesObjectToAllWhenGathered(int[] shape) {
        succeed(
                comm -> {
                    for (int size : new int[] {1, 30_000}) {
                        List<String> all = comm.allGather("<" + comm.id() + ">".repeat(size));
                        List<String> expected = IntStream.range(0, comm.count())
                                .mapToObj(id -> "<" + id + ">".repeat(size))
                                .toList();
                        assertThat(all).isEqualTo(expected);
                    }
                },
                shape);
    }

    @ParameterizedTest
    @EnumSource(ElementType.class)
    default void shouldJoinElementsWhenReduced(ElementType type) {
        for (int[] shape : shapes()) {
            int count = IntStream.of(shape).sum();
            for (int length : List.of(0, 1, 5, 3_000, 140_003)) {
                Map<Reduction, Object> expected = new EnumMap<>(Reduction.class);
                for (Reduction reduction : Reduction.values()) {
                    expected.put(reduction, reduced(type, length, count, reduction));
                }
                succeed(
                        comm -> {
                            for (Reduction reduction : Reduction.values()) {
                                Object data = operand(type, length, comm.id(), reduction);
                                comm.allReduce(Slice.of(data), reduction);
                                Data.assertSame(
                                        Slice.of(data),
                                        expected.getOrDefault(reduction, data),
                                        reduction + " of " + length);
                            }
                        },
                        shape);
            }
        }
    }

    /**
     * Returns the elements that an ID gives to a reduction. Operands of products are ones and twos, so that products
     * are exact in every type but bytes, which wrap around.
     */
    private static Object operand(ElementType type, int length, int id, Reduction reduction) {
        Object array = Data.array(type, length, id);
        if (reduction == Reduction.PRODUCT) {
            Data.fill(array, i -> i % 3 == id % 3 ? 1 : 2);
        }
        return array;
    }

    private static Object reduced(ElementType type, int length, int count, Reduction reduction) {
        Object result = operand(type, length, 0, reduction);
        for (int id = 1; id < count; id++) {
            Data.join(result, operand(type, length, id, reduction), reduction);
        }
        return result;
    }

    @ParameterizedTest
    @MethodSource("shapes")
    default void shouldJoinObjectsInTheOrderOfIdsWhenReduced(int[] shape) {
        succeed(
                comm -> {
                    StringBuilder expected = new StringBuilder();
                    for (int id = 0; id < comm.count(); id++) {
                        expected.append(id).append(',');
                    }
                    String joined = comm.allReduce(comm.id() + ",", (left, right) -> left + right);
                    assertThat(joined).isEqualTo(expected.toString());
                    assertThat(comm.allReduce(1L, Reduction.SUM)).isEqualTo(comm.count());
                    assertThat(comm.allReduce((double) comm.id(), Reduction.MAXIMUM))
                            .isEqualTo(comm.count() - 1);
                },
                shape);
    }

    @ParameterizedTest
    @MethodSource("shapes")
    default void shouldGiveTheSameBitsWhenTheSameIsReducedAgain(int[] shape) {
        List<double[]> first = new CopyOnWriteArrayList<>();
        for (int again = 0; again < 2; again++) {
            succeed(
                    comm -> {
                        for (int length : new int[] {100, 40_000}) {
                            double[] data = new double[length];
                            for (int i = 0; i < length; i++) {
                                data[i] = Math.sin(i + 0.1) * Math.pow(10, (comm.id() * 7 + i) % 30 - 15);
                            }
                            comm.allReduce(data, Reduction.SUM);
                            first.add(data);
                        }
                    },
                    shape);
        }
        for (int length : new int[] {100, 40_000}) {
            List<double[]> all =
                    first.stream().filter(data -> data.length == length).toList();
            assertThat(all)
                    .allSatisfy(data -> assertThat(Data.equal(data, all.get(0)))
                            .as("the bits everywhere and every time")
                            .isTrue());
        }
    }

    @ParameterizedTest
    @MethodSource("shapes")
    default void shouldWaitForAllWhenTheyMeet(int[] shape) {
        AtomicInteger all = new AtomicInteger();
        AtomicIntegerArray here = new AtomicIntegerArray(16);
        try (TestSystem system = open(shape)) {
            TestSystems.assertAllReturned(system.run(comm -> {
                int engine = comm.engineOf(comm.id());
                int threads = system.shape().get(engine);
                for (int round = 1; round <= 100; round++) {
                    here.incrementAndGet(engine);
                    comm.barrier();
                    assertThat(here.get(engine)).isGreaterThanOrEqualTo(round * threads);
                    all.incrementAndGet();
                    comm.remoteBarrier();
                    assertThat(all.get()).isGreaterThanOrEqualTo(round * comm.count());
                }
            }));
        }
    }

    @Test
    default void shouldFailEverywhereWhenLengthsDiffer() {
        for (int odd : new int[] {0, 2, 5}) {
            failsEverywhere(comm -> comm.allReduce(new double[comm.id() == odd ? 3 : 4], Reduction.SUM));
            failsEverywhere(comm -> comm.allReduce(new double[comm.id() == odd ? 30_001 : 30_000], Reduction.SUM));
            failsEverywhere(
                    comm -> comm.allReduce(new double[4], comm.id() == odd ? Reduction.SUM : Reduction.MAXIMUM));
            failsEverywhere(comm -> {
                comm.broadcast(1, Slice.of(new int[comm.id() == odd ? 3 : 4]));
                comm.remoteBarrier();
            });
            failsEverywhere(comm -> {
                comm.scatter(1, Slice.of(new int[comm.count()]), Slice.of(new int[comm.id() == odd ? 2 : 1]));
                comm.remoteBarrier();
            });
            failsEverywhere(comm -> {
                comm.gather(1, Slice.of(new int[comm.id() == odd ? 2 : 1]), Slice.of(new int[comm.count()]));
                comm.remoteBarrier();
            });
            failsEverywhere(comm ->
                    comm.allGather(Slice.of(new int[comm.id() == odd ? 2 : 1]), Slice.of(new int[comm.count()])));
            failsEverywhere(comm -> {
                if (comm.id() == odd) {
                    comm.remoteBarrier();
                } else {
                    comm.allReduce(1L, Reduction.SUM);
                }
            });
        }
    }

    @Test
    default void shouldFailEverywhereWhenThePartsDoNotMakeTheWhole() {
        int length = 20_000;
        for (int wrong : new int[] {0, length + 1, 3 * length + 1}) {
            TestSystem.Body body = comm -> {
                Slice part = Slice.of(new int[comm.id() == 1 ? wrong : length]);
                comm.allGather(part, Slice.of(new int[comm.count() * length]));
            };
            failsEverywhere(body, 1, 2);
            failsEverywhere(body, 3);
        }
    }

    private void failsEverywhere(TestSystem.Body body) {
        failsEverywhere(body, 2, 1, 3);
    }

    private void failsEverywhere(TestSystem.Body body, int... shape) {
        try (TestSystem system = open(shape)) {
            List<@Nullable Throwable> thrown = system.run(body);
            assertThat(thrown).allSatisfy(failure -> assertThat(failure).isInstanceOf(IllegalArgumentException.class));
        }
    }

    @Test
    default void shouldFailEverywhereWhenAnOperatorThrows() {
        try (TestSystem system = open(2, 1, 3)) {
            List<@Nullable Throwable> thrown = system.run(comm -> comm.allReduce("x", (left, right) -> {
                throw new UnsupportedOperationException("no way to join " + left);
            }));
            assertThat(thrown).allSatisfy(failure -> assertThat(failure).hasMessageContaining("no way to join x"));
        }
    }
}
