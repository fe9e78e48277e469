package org.moide.commlib.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.moide.commlib.CommLib;
import org.moide.commlib.ElementType;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;
import org.moide.commlib.collective.Tuning;
import org.moide.commlib.message.CommLimits;

/** A contract of the algorithms of collectives: whichever a profile selects, the result has the same bits. */
public interface WaysContract extends TestSystems {
    /**
     * Profiles: the default; one in which all data counts as long and segments are short; and one in which all data
     * counts as short.
     */
    List<Tuning> PROFILES = List.of(
            Tuning.DEFAULT, new Tuning(0, 0, 64, 0, 0), new Tuning(1 << 30, 1 << 30, 1 << 20, 1 << 30, 1 << 30));

    static List<int[]> waysShapes() {
        return List.of(
                new int[] {2},
                new int[] {1, 1},
                new int[] {1, 2, 1},
                new int[] {1, 1, 1, 1},
                new int[] {2, 1, 1, 1, 1},
                new int[] {1, 1, 2, 1, 1, 1, 1});
    }

    @ParameterizedTest
    @MethodSource("waysShapes")
    default void shouldBringTheSameBitsWhateverTheProfile(int[] shape) {
        List<double[]> sums = new CopyOnWriteArrayList<>();
        for (Tuning tuning : PROFILES) {
            try (TestSystem system = open(CommLimits.DEFAULT.withTuning(tuning), shape)) {
                TestSystems.assertAllReturned(system.run(comm -> {
                    for (int length : new int[] {0, 1, 7, 64, 1_003}) {
                        double[] data = new double[length];
                        for (int i = 0; i < length; i++) {
                            data[i] = Math.sin(i + 0.1) * Math.pow(10, (comm.id() * 7 + i) % 30 - 15);
                        }
                        comm.allReduce(data, Reduction.SUM);
                        sums.add(data);
                        gather(comm, length);
                        broadcast(comm, length);
                    }
                    comm.remoteBarrier();
                }));
            }
        }
        for (double[] one : sums) {
            assertThat(sums.stream().filter(other -> other.length == one.length))
                    .allSatisfy(other -> assertThat(Data.equal(one, other))
                            .as("the same bits")
                            .isTrue());
        }
    }

    private static void gather(CommLib comm, int length) {
        int own = length + comm.id();
        int count = comm.count();
        int[] all = new int[length * count + count * (count - 1) / 2];
        comm.allGather(Slice.of(Data.array(ElementType.INT, own, comm.id())), Slice.of(all));
        int at = 0;
        for (int id = 0; id < count; id++) {
            Data.assertSame(
                    Slice.of(all, at, length + id), Data.array(ElementType.INT, length + id, id), "part of " + id);
            at += length + id;
        }
    }

    private static void broadcast(CommLib comm, int length) {
        for (int root = 0; root < comm.count(); root++) {
            byte[] expected = (byte[]) Data.array(ElementType.BYTE, length, root);
            byte[] data = comm.id() == root ? expected.clone() : new byte[length];
            comm.broadcast(root, Slice.of(data));
            assertThat(data).isEqualTo(expected);
        }
    }

    @Test
    default void shouldBringTheSameBitsWhenTheProfileChangesInBetween() {
        succeed(
                comm -> {
                    CommLib group = comm.group(IntStream.range(0, comm.count()).toArray());
                    for (CommLib among : List.of(comm, group)) {
                        double[] expected = new double[5_000];
                        Arrays.setAll(expected, i -> Math.sin(i + comm.id()));
                        double[] input = expected.clone();
                        among.allReduce(expected, Reduction.SUM);
                        for (Tuning tuning : PROFILES) {
                            double[] data = input.clone();
                            CommLib other = among.withProfile(tuning.print());
                            assertThat(other.id()).isEqualTo(among.id());
                            other.allReduce(data, Reduction.SUM);
                            assertThat(Data.equal(data, expected))
                                    .as("the same bits")
                                    .isTrue();
                            gather(other, 20);
                            broadcast(other, 100);
                            other.remoteBarrier();
                            among.remoteBarrier();
                        }
                    }
                    assertThatThrownBy(() -> comm.withProfile("segmentBytes = 7"))
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessageContaining("line 1");
                },
                2,
                1,
                1,
                1);
    }

    @Test
    default void shouldFailEverywhereWhenLengthsDifferOnAnyWay() {
        for (Tuning tuning : PROFILES) {
            try (TestSystem system = open(CommLimits.DEFAULT.withTuning(tuning), 1, 1, 2, 1)) {
                TestSystems.assertAllReturned(system.run(comm -> assertThatThrownBy(() -> {
                            comm.broadcast(1, Slice.of(new int[comm.id() == 3 ? 400 : 401]));
                            comm.remoteBarrier();
                        })
                        .isInstanceOf(IllegalArgumentException.class)
                        .message()
                        .containsAnyOf("the same collective", "expected the same")));
            }
        }
    }
}
