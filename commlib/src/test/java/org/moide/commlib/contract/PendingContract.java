package org.moide.commlib.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.commlib.CommLib;
import org.moide.commlib.ElementType;
import org.moide.commlib.Pending;
import org.moide.commlib.PendingReceive;
import org.moide.commlib.Received;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;

/**
 * A contract of receives from any sender or tag, and of sends and receives that go on while their thread does something
 * else.
 */
public interface PendingContract extends TestSystems {
    @Test
    default void shouldSayWhichMessageItWasWhenAnyWasReceived() {
        succeed(
                comm -> {
                    int others = comm.count() - 1;
                    if (comm.id() != 0) {
                        comm.send(0, 10 + comm.id(), new int[comm.id()]);
                        comm.send(0, 20, "from " + comm.id());
                        return;
                    }
                    boolean[] seen = new boolean[comm.count()];
                    int[] into = new int[comm.count()];
                    for (int i = 0; i < others; i++) {
                        Received object = comm.probe(CommLib.ANY_SENDER, 20);
                        assertThat(object.length()).isEqualTo(1);
                        assertThat(comm.receive(object.sender(), object.tag(), String.class))
                                .isEqualTo("from " + object.sender());
                        Received received = comm.receiveFrom(CommLib.ANY_SENDER, CommLib.ANY_TAG, Slice.of(into));
                        assertThat(received.tag()).isEqualTo(10 + received.sender());
                        assertThat(received.length()).isEqualTo(received.sender());
                        assertThat(seen[received.sender()]).isFalse();
                        seen[received.sender()] = true;
                    }
                    assertThat(comm.tryProbe(CommLib.ANY_SENDER, CommLib.ANY_TAG))
                            .isEqualTo(Optional.empty());
                },
                2,
                1,
                3);
    }

    @Test
    default void shouldGetTheOneThatCameFirstWhenAnyTagIsWanted() {
        succeed(
                comm -> {
                    int last = comm.count() - 1;
                    if (comm.id() == 0) {
                        for (int tag : new int[] {5, 3, 5, 9, 0}) {
                            comm.send(last, tag, new long[] {tag});
                        }
                        comm.send(last, 100, "all sent");
                    } else if (comm.id() == last) {
                        comm.receive(0, 100, String.class);
                        long[] into = new long[1];
                        for (int tag : new int[] {5, 3, 5, 9, 0}) {
                            assertThat(comm.probe(0, CommLib.ANY_TAG)).isEqualTo(new Received(0, tag, 1));
                            assertThat(comm.receive(0, CommLib.ANY_TAG, into)).isEqualTo(1);
                            assertThat(into[0]).isEqualTo(tag);
                        }
                    }
                },
                1,
                2);
    }

    @Test
    default void shouldLeaveCollectivesAloneWhenAnyTagIsWanted() {
        succeed(
                comm -> {
                    if (comm.id() == 0) {
                        PendingReceive<Received> any =
                                comm.ireceive(CommLib.ANY_SENDER, CommLib.ANY_TAG, Slice.of(new double[5]));
                        assertThat(comm.allReduce(1L, Reduction.SUM)).isEqualTo(comm.count());
                        assertThat(any.get().tag()).isEqualTo(7);
                    } else {
                        assertThat(comm.allReduce(1L, Reduction.SUM)).isEqualTo(comm.count());
                        if (comm.id() == 1) {
                            comm.send(0, 7, new double[3]);
                        }
                    }
                },
                1,
                1,
                1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8_000, 300_000})
    default void shouldBringEverythingWhenAllSendAndReceiveAtOnce(int length) {
        succeed(
                comm -> {
                    List<Pending> pending = new ArrayList<>();
                    List<double[]> came = new ArrayList<>();
                    for (int from = 0; from < comm.count(); from++) {
                        double[] into = new double[length + 1];
                        came.add(into);
                        if (from != comm.id()) {
                            pending.add(comm.ireceive(from, 4, Slice.of(into, 1, length)));
                        }
                    }
                    for (int to = 0; to < comm.count(); to++) {
                        if (to != comm.id()) {
                            Object data = Data.array(ElementType.DOUBLE, length, comm.id() * 10 + to);
                            pending.add(comm.isend(to, 4, Slice.of(data)));
                        }
                    }
                    Collections.reverse(pending);
                    pending.forEach(Pending::await);
                    assertThat(pending).allMatch(Pending::isDone);
                    for (int from = 0; from < comm.count(); from++) {
                        if (from != comm.id()) {
                            Data.assertSame(
                                    Slice.of(came.get(from), 1, length),
                                    Data.array(ElementType.DOUBLE, length, from * 10 + comm.id()),
                                    "from " + from);
                        }
                    }
                },
                2,
                1,
                2);
    }

    @Test
    default void shouldGoToTheReceiveBegunFirstWhenSeveralWantIt() {
        succeed(
                comm -> {
                    int last = comm.count() - 1;
                    if (comm.id() == 0) {
                        comm.receive(last, 0, String.class);
                        for (int i = 0; i < 5; i++) {
                            comm.send(last, 1, new int[] {i});
                        }
                    } else if (comm.id() == last) {
                        int[] first = new int[1];
                        int[] second = new int[1];
                        int[] fourth = new int[1];
                        PendingReceive<Received> one = comm.ireceive(0, 1, Slice.of(first));
                        PendingReceive<Received> two =
                                comm.ireceive(CommLib.ANY_SENDER, CommLib.ANY_TAG, Slice.of(second));
                        comm.send(0, 0, "begun");
                        assertThat(comm.receive(0, 1, int[].class)).containsExactly(2);
                        assertThat(comm.probe(0, 1).length()).isEqualTo(1);
                        PendingReceive<int[]> three = comm.ireceive(0, 1, int[].class);
                        comm.receive(0, 1, fourth);
                        two.await();
                        one.await();
                        assertThat(three.get()).containsExactly(3);
                        assertThat(new int[] {first[0], second[0], fourth[0]}).containsExactly(0, 1, 4);
                    }
                },
                1,
                1);
    }

    @Test
    default void shouldLetTheSenderGoOnWhenTheReceiverOnlyComputes() {
        succeed(
                comm -> {
                    int length = 200_000;
                    if (comm.id() == 0) {
                        comm.receive(1, 0, int[].class);
                        comm.send(1, 1, Slice.of(Data.array(ElementType.INT, length, 3)));
                        comm.remoteBarrier();
                    } else {
                        int[] into = new int[length];
                        PendingReceive<Received> pending = comm.ireceive(0, 1, Slice.of(into));
                        comm.send(0, 0, new int[0]);
                        comm.remoteBarrier(); // the data is here before ID 0 comes
                        assertThat(pending.get()).isEqualTo(new Received(0, 1, length));
                        Data.assertSame(Slice.of(into), Data.array(ElementType.INT, length, 3), "pulled");
                    }
                },
                1,
                1);
    }

    @Test
    default void shouldTellWhoAwaitsWhenAMessageIsTooLong() {
        succeed(
                comm -> {
                    for (int length : new int[] {10, 100_000}) {
                        if (comm.id() == 0) {
                            Pending sent = comm.isend(1, 0, Slice.of(new int[length]));
                            if (length > 10) {
                                assertThatThrownBy(sent::await)
                                        .isInstanceOf(IllegalArgumentException.class)
                                        .hasMessageContaining("isend to 1, tag 0, at ID 0");
                            }
                        } else {
                            PendingReceive<Received> pending = comm.ireceive(0, 0, Slice.of(new int[length - 1]));
                            for (int again = 0; again < 2; again++) {
                                assertThatThrownBy(pending::get)
                                        .isInstanceOf(IllegalArgumentException.class)
                                        .hasMessageContaining("ireceive from 0, tag 0, at ID 1")
                                        .hasMessageContaining(length + " of int");
                            }
                        }
                        comm.remoteBarrier();
                    }
                },
                1,
                1);
    }
}
