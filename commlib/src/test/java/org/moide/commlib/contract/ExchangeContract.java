package org.moide.commlib.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.commlib.CommException;
import org.moide.commlib.CommLib;
import org.moide.commlib.ElementType;
import org.moide.commlib.Pending;
import org.moide.commlib.PendingReceive;
import org.moide.commlib.Received;
import org.moide.commlib.Slice;

/**
 * A contract of exchanges: an exchange is a send and a receive at once, so the partner may also send and receive
 * separately, in any way.
 */
public interface ExchangeContract extends TestSystems {
    /** The ways in which one side of an exchange sends and receives. */
    enum Way {
        EXCHANGE,
        SEND_THEN_RECEIVE,
        RECEIVE_THEN_SEND,
        PENDING_SEND,
        PENDING_RECEIVE,
        ANY_THEN_SEND,
        PROBE_THEN_SEND;

        private boolean waitsFirst() {
            return this == RECEIVE_THEN_SEND || this == ANY_THEN_SEND || this == PROBE_THEN_SEND;
        }

        /**
         * Returns whether an exchange in which the two sides use these ways can complete. Two plain sends of long data
         * wait for each other, and so do two receives.
         */
        private boolean goesWith(Way other, int length) {
            boolean bothSend = this == SEND_THEN_RECEIVE && other == SEND_THEN_RECEIVE && length > 8_000;
            return !bothSend && !(waitsFirst() && other.waitsFirst());
        }

        private void swap(CommLib comm, int tag, Slice out, Slice in) {
            int partner = 1 - comm.id();
            switch (this) {
                case EXCHANGE -> comm.exchange(partner, tag, out, in);
                case SEND_THEN_RECEIVE -> {
                    comm.send(partner, tag, out);
                    comm.receive(partner, tag, in);
                }
                case RECEIVE_THEN_SEND -> {
                    comm.receive(partner, tag, in);
                    comm.send(partner, tag, out);
                }
                case PENDING_SEND -> {
                    Pending sent = comm.isend(partner, tag, out);
                    comm.receive(partner, tag, in);
                    sent.await();
                }
                case PENDING_RECEIVE -> {
                    PendingReceive<Received> received = comm.ireceive(partner, tag, in);
                    comm.send(partner, tag, out);
                    assertThat(received.get()).isEqualTo(new Received(partner, tag, in.length()));
                }
                case ANY_THEN_SEND -> {
                    assertThat(comm.receiveFrom(CommLib.ANY_SENDER, CommLib.ANY_TAG, in))
                            .isEqualTo(new Received(partner, tag, in.length()));
                    comm.send(partner, tag, out);
                }
                case PROBE_THEN_SEND -> {
                    assertThat(comm.probe(partner, CommLib.ANY_TAG)).isEqualTo(new Received(partner, tag, in.length()));
                    comm.receive(CommLib.ANY_SENDER, tag, in);
                    comm.send(partner, tag, out);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 5_000, 300_000})
    default void shouldSwapWhenTheOtherSideSendsAndReceivesByItself(int length) {
        succeed(
                comm -> {
                    for (Way one : Way.values()) {
                        for (Way other : Way.values()) {
                            if (one == Way.EXCHANGE || other == Way.EXCHANGE) {
                                swap(comm, comm.id() == 0 ? one : other, 3, length);
                            }
                        }
                    }
                },
                1,
                1);
    }

    private static void swap(CommLib comm, Way way, int tag, int length) {
        double[] in = new double[length];
        way.swap(comm, tag, Slice.of(Data.array(ElementType.DOUBLE, length, comm.id())), Slice.of(in));
        Data.assertSame(Slice.of(in), Data.array(ElementType.DOUBLE, length, 1 - comm.id()), way + " of " + length);
    }

    @Test
    default void shouldSwapWhenEachSideDoesItInAWayOfItsOwn() {
        List<Way> ways = List.of(Way.values());
        succeed(
                comm -> {
                    Random random = new Random(4711);
                    for (int step = 0; step < 600; step++) {
                        int[] lengths = {0, 1, 1, 1, random.nextInt(300), random.nextInt(20_000)};
                        int length = lengths[random.nextInt(lengths.length)];
                        int tag = random.nextInt(3);
                        Way one = ways.get(random.nextInt(ways.size()));
                        Way other = ways.get(random.nextInt(ways.size()));
                        if (!one.goesWith(other, length)) {
                            one = Way.EXCHANGE;
                        }
                        swap(comm, comm.id() == 0 ? one : other, tag, length);
                    }
                },
                1,
                1);
    }

    /** Repeats the exchange, so that sometimes one side and sometimes the other comes first. */
    @Test
    default void shouldKeepTheOrderWhenAMessageOfTheSameTagWasSentBefore() {
        succeed(
                comm -> {
                    for (int again = 0; again < 30; again++) {
                        int[] in = new int[1];
                        if (comm.id() == 0) {
                            comm.send(1, 7, new int[] {1});
                            comm.exchange(1, 7, Slice.of(new int[] {2}), Slice.of(in));
                            assertThat(in).containsExactly(3);
                        } else {
                            comm.exchange(0, 7, Slice.of(new int[] {3}), Slice.of(in));
                            assertThat(in).as("what was sent first").containsExactly(1);
                            comm.receive(0, 7, in);
                            assertThat(in).as("what was exchanged").containsExactly(2);
                        }
                    }
                },
                1,
                1);
    }

    @Test
    default void shouldGoToTheReceiveBegunFirstWhenAnExchangeFollows() {
        succeed(
                comm -> {
                    for (int again = 0; again < 300; again++) {
                        int[] in = new int[1];
                        if (comm.id() == 0) {
                            comm.exchange(1, 7, Slice.of(new int[] {1}), Slice.of(in));
                            comm.send(1, 7, new int[] {2});
                            assertThat(in).containsExactly(3);
                        } else {
                            int[] begun = new int[1];
                            PendingReceive<Received> first = comm.ireceive(0, 7, Slice.of(begun));
                            comm.exchange(0, 7, Slice.of(new int[] {3}), Slice.of(in));
                            first.await();
                            assertThat(begun).as("begun first").containsExactly(1);
                            assertThat(in).as("exchanged").containsExactly(2);
                        }
                    }
                },
                1,
                1);
    }

    @Test
    default void shouldKeepTagsApartWhenOtherExchangesAreUnderWay() {
        succeed(
                comm -> {
                    for (int again = 0; again < 30; again++) {
                        int[] in = new int[2];
                        if (comm.id() == 0) {
                            comm.exchange(1, 1, Slice.of(new int[] {1}), Slice.of(in, 0, 1));
                            comm.exchange(1, 2, Slice.of(new int[] {2}), Slice.of(in, 1, 1));
                            assertThat(in).containsExactly(10, 20);
                        } else {
                            comm.send(0, 1, new int[] {10});
                            comm.exchange(0, 2, Slice.of(new int[] {20}), Slice.of(in, 1, 1));
                            comm.receive(0, 1, Slice.of(in, 0, 1));
                            assertThat(in).containsExactly(1, 2);
                        }
                    }
                },
                1,
                1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 90_000})
    default void shouldFailInTheExchangeWhenTheOtherSideSendsAnotherLength(int length) {
        succeed(
                comm -> {
                    for (int again = 0; again < 10; again++) {
                        int tag = again;
                        int[] fewer = new int[length];
                        if (comm.id() == 0) {
                            assertThatThrownBy(() -> comm.exchange(1, tag, Slice.of(new int[length]), Slice.of(fewer)))
                                    .isInstanceOf(IllegalArgumentException.class)
                                    .hasMessageContaining("exchange with 1, tag " + tag + ", at ID 0")
                                    .hasMessageContaining("expected " + length + " of int")
                                    .hasMessageContaining("found " + (length + 1) + " of int");
                        } else if (length > 16_384) {
                            assertThatThrownBy(() -> comm.send(0, tag, new int[length + 1]))
                                    .isInstanceOf(IllegalArgumentException.class)
                                    .hasMessageContaining("exchange with 1, tag " + tag + ", at ID 0");
                        } else {
                            comm.send(0, tag, new int[length + 1]);
                            assertThat(comm.receive(0, tag, fewer)).isEqualTo(length);
                        }
                        comm.remoteBarrier();
                    }
                },
                1,
                1);
    }

    /**
     * Interrupts a thread in an exchange. If its message is short, it was sent and arrives. If it is long, the other
     * side learns that the sender no longer waits.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 90_000})
    default void shouldTellTheOtherSideWhenAThreadIsInterruptedInAnExchange(int length) {
        succeed(
                comm -> {
                    int[] in = new int[length];
                    if (comm.id() == 0) {
                        Thread.currentThread().interrupt();
                        assertThatThrownBy(() -> comm.exchange(1, 0, Slice.of(filled(length)), Slice.of(in)))
                                .isInstanceOf(CommException.class)
                                .hasMessageContaining("exchange with 1, tag 0, at ID 0")
                                .hasMessageContaining("interrupted");
                        assertThat(Thread.interrupted()).as("flag").isTrue();
                        comm.send(1, 1, "left");
                        return;
                    }
                    comm.receive(0, 1, String.class);
                    if (length < 10_000) {
                        comm.exchange(0, 0, Slice.of(new int[length]), Slice.of(in));
                        assertThat(in).containsOnly(5);
                    } else {
                        assertThatThrownBy(() -> comm.exchange(0, 0, Slice.of(new int[length]), Slice.of(in)))
                                .isInstanceOf(CommException.class)
                                .hasMessageContaining("the sender no longer waits");
                    }
                },
                1,
                1);
    }

    private static int[] filled(int length) {
        int[] data = new int[length];
        Arrays.fill(data, 5);
        return data;
    }

    /**
     * Swaps data of different types and lengths, each with its own elements, so that leftovers of an earlier swap
     * show.
     */
    @Test
    default void shouldSwapWhenTypesAndLengthsDifferBothWays() {
        succeed(
                comm -> {
                    Random random = new Random(7);
                    for (int step = 0; step < 200; step++) {
                        ElementType[] types = {any(random), any(random)};
                        int[] lengths = {random.nextInt(4), random.nextInt(4)};
                        int self = comm.id();
                        Slice in = Slice.of(types[1 - self].newArray(lengths[1 - self]));
                        comm.exchange(1 - self, 0, Slice.of(Data.array(types[self], lengths[self], step + self)), in);
                        Data.assertSame(
                                in,
                                Data.array(types[1 - self], lengths[1 - self], step + 1 - self),
                                "step " + step + " " + Arrays.toString(types) + Arrays.toString(lengths));
                    }
                },
                1,
                1);
    }

    private static ElementType any(Random random) {
        ElementType[] types = ElementType.values();
        return types[random.nextInt(types.length)];
    }
}
