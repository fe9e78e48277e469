package org.moide.commlib.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.moide.commlib.CommLib;
import org.moide.commlib.ElementType;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;

/** A contract of groups, which consist of some of the IDs and have messages and collectives of their own. */
public interface GroupContract extends TestSystems {
    /**
     * Returns the systems to test, as the number of threads of each engine: one engine, a power of two, other numbers,
     * and different numbers of threads.
     */
    static List<int[]> teams() {
        return CollectiveContract.shapes();
    }

    @ParameterizedTest
    @MethodSource("teams")
    default void shouldHaveIdsAndCollectivesOfItsOwnWhenSplit(int[] shape) {
        succeed(
                comm -> {
                    int colour = comm.id() % 2;
                    CommLib half = comm.split(colour, -comm.id());
                    int members = (comm.count() + 1 - colour) / 2;
                    assertThat(half.count()).isEqualTo(members);
                    assertThat(half.id()).isEqualTo(members - 1 - comm.id() / 2);
                    assertThat(half.engineOf(half.id())).isEqualTo(comm.engineOf(comm.id()));
                    List<Integer> expected = IntStream.range(0, members)
                            .mapToObj(rank -> 2 * (members - 1 - rank) + colour)
                            .toList();
                    assertThat(half.allGather(comm.id())).isEqualTo(expected);
                    for (int length : new int[] {1, 30_000}) {
                        Object data = Data.array(ElementType.INT, length, half.id());
                        half.allReduce(Slice.of(data), Reduction.SUM);
                        Data.assertSame(
                                Slice.of(data), Data.joined(ElementType.INT, length, 0, members, Reduction.SUM), "sum");
                        Object prefix = Data.array(ElementType.INT, length, half.id());
                        half.scan(Slice.of(prefix), Reduction.SUM);
                        Data.assertSame(
                                Slice.of(prefix),
                                Data.joined(ElementType.INT, length, 0, half.id() + 1, Reduction.SUM),
                                "scan");
                    }
                    half.barrier();
                    half.remoteBarrier();
                    comm.remoteBarrier();
                },
                shape);
    }

    @Test
    default void shouldKeepMessagesApartWhenTagsAreTheSame() {
        succeed(
                comm -> {
                    CommLib again = comm.group(IntStream.range(0, comm.count()).toArray());
                    CommLib last = comm.id() == 0 ? comm : comm.group(1, comm.count() - 1, 2);
                    if (comm.id() == 1) {
                        comm.send(comm.count() - 1, 0, new int[] {1});
                        again.send(comm.count() - 1, 0, new int[] {2});
                        last.send(1, 0, new int[] {3});
                        last.send(1, 0, new int[100_000]);
                        again.post(comm.count() - 1, 0, "posted in the group");
                        assertThat(last.request(1, 0, 4, Integer.class)).isEqualTo(5);
                    } else if (comm.id() == comm.count() - 1) {
                        last.onRequest(0, Integer.class, (request, value) -> value + 1 + request.sender());
                        BlockingQueue<String> posted = new LinkedBlockingQueue<>();
                        again.onMessage(0, String.class, (message, value) -> posted.add(value + message.sender()));
                        comm.onRequest(9, String.class, (request, value) -> String.valueOf(posted.poll()));
                        assertThat(last.receive(CommLib.ANY_SENDER, CommLib.ANY_TAG, int[].class))
                                .containsExactly(3);
                        assertThat(last.receiveFrom(CommLib.ANY_SENDER, 0, Slice.of(new int[100_000]))
                                        .sender())
                                .isZero();
                        assertThat(again.receive(1, 0, int[].class)).containsExactly(2);
                        assertThat(comm.receive(1, 0, int[].class)).containsExactly(1);
                        String found = "null";
                        while (found.equals("null")) {
                            found = comm.request(comm.id(), 9, "what was posted", String.class);
                        }
                        assertThat(found).isEqualTo("posted in the group1");
                    }
                    comm.remoteBarrier();
                },
                2,
                1,
                1);
    }

    @Test
    default void shouldMakeGroupsOfGroupsWhenTheyOverlap() {
        succeed(
                comm -> {
                    if (comm.id() == 0) {
                        assertThatThrownBy(() -> comm.group(1, 2))
                                .isInstanceOf(IllegalArgumentException.class)
                                .hasMessageContaining("at ID 0")
                                .hasMessageContaining("[1, 2]");
                        assertThatThrownBy(() -> comm.group(0, 99)).isInstanceOf(IllegalArgumentException.class);
                        assertThatThrownBy(() -> comm.group(0, 0)).isInstanceOf(IllegalArgumentException.class);
                    }
                    int count = comm.count();
                    for (int round = 0; round < 5; round++) {
                        for (int first = 0; first < count; first++) {
                            int second = (first + 1) % count;
                            int third = (first + 3) % count;
                            if (List.of(first, second, third).contains(comm.id())) {
                                CommLib three = comm.group(third, first, second);
                                assertThat(three.allGather(comm.id())).containsExactly(third, first, second);
                                if (comm.id() != first) {
                                    CommLib two = three.group(2, 0);
                                    assertThat(two.allGather(comm.id())).containsExactly(second, third);
                                    int other = two.id() == 0 ? third : second;
                                    int[] came = new int[1];
                                    two.exchange(1 - two.id(), 0, Slice.of(new int[] {comm.id()}), Slice.of(came));
                                    assertThat(came).containsExactly(other);
                                }
                            }
                        }
                    }
                },
                2,
                1,
                3);
    }
}
