package org.moide.commlib.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Serializable;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.commlib.CommLib;
import org.moide.commlib.ElementType;
import org.moide.commlib.Slice;
import org.moide.commlib.message.CommLimits;

/** A contract of messages from one ID to another. */
public interface PointToPointContract extends TestSystems {
    /**
     * The lengths to test, in elements: around those at which messages are announced first or are divided into chunks.
     */
    List<Integer> LENGTHS = List.of(0, 1, 7, 8191, 8192, 8193, 65_536, 65_537, 131_072, 131_073, 300_001);

    /** A serializable object, as an application might send it. */
    record Point(int x, String name) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    @ParameterizedTest
    @EnumSource(ElementType.class)
    default void shouldBringEveryLengthWhenElementsAreSent(ElementType type) {
        succeed(
                comm -> {
                    for (int length : LENGTHS) {
                        int last = comm.count() - 1;
                        if (comm.id() == 0) {
                            comm.send(1, 3, Slice.of(Data.array(type, length, 1)));
                            comm.send(last, 3, Slice.of(Data.array(type, length, 2)));
                        } else if (comm.id() == 1 || comm.id() == last) {
                            Object into = type.newArray(length + 2);
                            int came = comm.receive(0, 3, Slice.of(into, 1, length));
                            assertThat(came).isEqualTo(length);
                            Data.assertSame(
                                    Slice.of(into, 1, length),
                                    Data.array(type, length, comm.id() == 1 ? 1 : 2),
                                    "length " + length);
                            assertThat(Array.getDouble(into, 0) + Array.getDouble(into, length + 1))
                                    .isZero();
                        }
                    }
                },
                2,
                1,
                3);
    }

    @Test
    default void shouldBringEverythingWhenAMessageHasManyChunks() {
        int length = 5 * Data.MEBIBYTE / Double.BYTES + 3;
        succeed(
                comm -> {
                    Object data = Data.array(ElementType.DOUBLE, length, 9);
                    if (comm.id() == 0) {
                        comm.send(1, 0, Slice.of(data));
                    } else {
                        double[] into = new double[length];
                        comm.receive(0, 0, into);
                        Data.assertSame(Slice.of(into), data, "5 MiB");
                    }
                },
                1,
                1);
    }

    @Test
    default void shouldMatchByTagWhenMessagesCameInAnotherOrder() {
        succeed(
                comm -> {
                    int last = comm.count() - 1;
                    if (comm.id() == 0) {
                        for (int tag = 0; tag < 50; tag++) {
                            comm.send(last, tag, new int[] {tag});
                        }
                    } else if (comm.id() == last) {
                        for (int tag = 49; tag >= 0; tag--) {
                            int[] into = new int[1];
                            comm.receive(0, tag, into);
                            assertThat(into[0]).isEqualTo(tag);
                        }
                    }
                },
                2,
                2);
    }

    @Test
    default void shouldKeepTheOrderWhenManyMessagesHaveTheSameTag() {
        succeed(
                comm -> {
                    int rounds = 300;
                    int next = (comm.id() + 1) % comm.count();
                    int previous = (comm.id() + comm.count() - 1) % comm.count();
                    for (int i = 0; i < rounds; i++) {
                        comm.send(next, 1, Slice.of(Data.array(ElementType.INT, 1 + i % 7 * 500, i)));
                    }
                    for (int i = 0; i < rounds; i++) {
                        int[] came = comm.receive(previous, 1, int[].class);
                        Data.assertSame(
                                Slice.of(came), Data.array(ElementType.INT, 1 + i % 7 * 500, i), "message " + i);
                    }
                },
                2,
                1,
                2);
    }

    @Test
    default void shouldLetTheSenderReuseItsArrayWhenSendHasReturned() {
        succeed(
                comm -> {
                    for (int length : new int[] {10, 100_000}) {
                        if (comm.id() == 0) {
                            for (int to = 1; to < comm.count(); to++) {
                                double[] data = new double[length];
                                Arrays.fill(data, 1);
                                comm.send(to, 0, data);
                                Arrays.fill(data, 2);
                            }
                        } else {
                            double[] into = new double[length];
                            comm.receive(0, 0, into);
                            Data.assertFilled(into, 1, "first message of " + length);
                        }
                    }
                },
                2,
                2);
    }

    @Test
    default void shouldLetTheSenderReuseItsArrayWhenTheReceiverComesLater() {
        succeed(
                comm -> {
                    int[] data = new int[100];
                    for (int to = 1; to < comm.count(); to++) {
                        if (comm.id() == 0) {
                            Arrays.fill(data, to);
                            comm.send(to, 0, data);
                        }
                    }
                    Arrays.fill(data, -1);
                    comm.remoteBarrier();
                    if (comm.id() > 0) {
                        assertThat(comm.receive(0, 0, int[].class)).containsOnly(comm.id());
                    }
                },
                2,
                2);
    }

    @Test
    default void shouldBringEverythingWhenThreadsOfAnEngineFetchAtTheSameTime() {
        int length = 3 * Data.MEBIBYTE;
        succeed(
                comm -> {
                    int half = comm.count() / 2;
                    Object data = Data.array(ElementType.BYTE, length, comm.id() % half);
                    if (comm.id() < half) {
                        comm.send(comm.id() + half, 0, Slice.of(data));
                    } else {
                        byte[] into = new byte[length];
                        comm.receive(comm.id() - half, 0, into);
                        Data.assertSame(Slice.of(into), data, "3 MiB");
                    }
                },
                3,
                3);
    }

    @Test
    default void shouldHandOverObjectsWhenTheyAreSent() {
        succeed(
                comm -> {
                    Point point = new Point(7, "seven");
                    String longText = "text".repeat(50_000);
                    for (int to = 1; to < comm.count(); to++) {
                        if (comm.id() == 0) {
                            comm.send(to, 0, point);
                            comm.send(to, 1, longText);
                            comm.send(to, 2, (Serializable) new long[] {1, 2, 3});
                            comm.send(to, 3, new ArrayList<>(List.of("a", "b")));
                        } else if (comm.id() == to) {
                            assertThat(comm.receive(0, 0, Point.class)).isEqualTo(point);
                            assertThat(comm.receive(0, 1, String.class)).isEqualTo(longText);
                            assertThat(comm.receive(0, 2, long[].class)).containsExactly(1, 2, 3);
                            assertThat((Object) comm.receive(0, 3, List.class)).isEqualTo(List.of("a", "b"));
                        }
                    }
                },
                2,
                2);
    }

    @Test
    default void shouldTellTheLengthWhenLessCameThanThereIsRoomFor() {
        succeed(
                comm -> {
                    int last = comm.count() - 1;
                    if (comm.id() == 0) {
                        comm.send(last, 0, new double[] {1, 2, 3});
                    } else if (comm.id() == last) {
                        double[] into = new double[5];
                        assertThat(comm.receive(0, 0, into)).isEqualTo(3);
                        assertThat(into).containsExactly(1, 2, 3, 0, 0);
                    }
                },
                1,
                1);
    }

    /** Repeats the call, so that the receiver sometimes waits already when the message comes and sometimes does not. */
    @ParameterizedTest
    @ValueSource(ints = {4, 200_000})
    default void shouldFailWhenMoreComesThanThereIsRoomFor(int length) {
        succeed(
                comm -> {
                    for (int again = 0; again < 40; again++) {
                        if (comm.id() == 0) {
                            sendTooMuch(comm, length);
                            comm.send(1, 6, new int[] {6});
                        } else {
                            assertThatThrownBy(() -> comm.receive(0, 5, new double[length - 1]))
                                    .isInstanceOf(IllegalArgumentException.class)
                                    .hasMessage("receive from 0, tag 5, at ID 1: expected at most " + (length - 1)
                                            + " of double, found " + length + " of double");
                            assertThat(comm.receive(0, 6, new int[1])).isEqualTo(1);
                        }
                    }
                },
                1,
                1);
    }

    /** Sends one element more than the receiver has room for. Only the sender of a long message gets an exception. */
    private static void sendTooMuch(CommLib comm, int length) {
        if (length > 10_000) {
            assertThatThrownBy(() -> comm.send(1, 5, new double[length]))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("send to 1, tag 5, at ID 0")
                    .hasMessageContaining(length + " of double");
        } else {
            comm.send(1, 5, new double[length]);
        }
    }

    @Test
    default void shouldFailWhenTheTypeIsAnother() {
        succeed(
                comm -> {
                    if (comm.id() == 0) {
                        comm.send(1, 0, new double[] {1});
                        comm.send(1, 0, "text");
                        comm.send(1, 0, new double[] {1});
                        comm.send(1, 0, "text");
                    } else {
                        assertThatThrownBy(() -> comm.receive(0, 0, new int[1]))
                                .isInstanceOf(IllegalArgumentException.class)
                                .hasMessageContaining("expected at most 1 of int, found 1 of double");
                        assertThatThrownBy(() -> comm.receive(0, 0, new int[1]))
                                .isInstanceOf(IllegalArgumentException.class)
                                .hasMessageContaining("found an object");
                        assertThatThrownBy(() -> comm.receive(0, 0, int[].class))
                                .isInstanceOf(IllegalArgumentException.class)
                                .hasMessageContaining("found 1 of double");
                        assertThatThrownBy(() -> comm.receive(0, 0, Integer.class))
                                .isInstanceOf(IllegalArgumentException.class)
                                .hasMessageContaining("expected a java.lang.Integer, found a java.lang.String");
                    }
                },
                1,
                1);
    }

    @Test
    default void shouldRefuseWhenIdsOrTagsMakeNoSense() {
        succeed(
                comm -> {
                    assertRefused(() -> comm.send(comm.count(), 0, new int[1]), "to " + comm.count());
                    assertRefused(() -> comm.send(-1, 0, new int[1]), "expected an ID from 0 to");
                    assertRefused(() -> comm.receive(-1, 0, new int[1]), "receive from -1");
                    assertRefused(() -> comm.send(comm.id(), 0, new int[1]), "expected another ID");
                    assertRefused(() -> comm.receive(comm.id(), 0, String.class), "expected another ID");
                    assertRefused(() -> comm.send(0, -1, "text"), "tag -1");
                    assertRefused(() -> exchange(comm, comm.count(), 1, 1), "exchange with " + comm.count());
                    assertRefused(() -> comm.broadcast(comm.count(), Slice.of(new int[1])), "expected a root");
                    double[] same = new double[4];
                    assertRefused(
                            () -> comm.exchange(0, 0, Slice.of(same, 0, 3), Slice.of(same, 2, 2)), "do not overlap");
                },
                1,
                2);
    }

    private static void assertRefused(ThrowingCallable call, String text) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(text);
    }

    private static void exchange(CommLib comm, int partner, int out, int in) {
        comm.exchange(partner, 2, Slice.of(new double[out]), Slice.of(new double[in]));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5_000, 700_000})
    default void shouldSwapWhenAllPairsExchange(int length) {
        succeed(
                comm -> {
                    int count = comm.count();
                    for (int step = 0; step < count; step++) {
                        int partner = Math.floorMod(step - comm.id(), count);
                        double[] in = new double[length];
                        comm.exchange(
                                partner, 0, Slice.of(Data.array(ElementType.DOUBLE, length, comm.id())), Slice.of(in));
                        Data.assertSame(
                                Slice.of(in), Data.array(ElementType.DOUBLE, length, partner), "from " + partner);
                    }
                },
                2,
                1,
                1);
    }

    @ParameterizedTest
    @ValueSource(ints = {6, 90_000})
    default void shouldFailOnBothSidesWhenExchangedLengthsDiffer(int length) {
        for (int longer = 0; longer < 2; longer++) {
            int extra = longer;
            succeed(
                    comm -> {
                        int partner = 1 - comm.id();
                        int out = comm.id() == 0 ? length + extra : length;
                        int in = comm.id() == 0 ? length + 1 - extra : length;
                        assertThatThrownBy(() -> exchange(comm, partner, out, in))
                                .isInstanceOf(IllegalArgumentException.class)
                                .hasMessageContaining("exchange with " + partner + ", tag 2, at ID " + comm.id())
                                .hasMessageContaining(length + " of double")
                                .hasMessageContaining((length + 1) + " of double");
                    },
                    1,
                    1);
        }
    }

    @Test
    default void shouldPassThePapersPrimitivesWhenTheyAreCalled() {
        succeed(
                comm -> {
                    int partner = 1 - comm.id();
                    int[] in = new int[3];
                    comm.exchIntArray(partner, new int[] {comm.id(), 8, 9}, 2, in, 2);
                    assertThat(in).containsExactly(partner, 8, 0);
                    double[] doubles = new double[2];
                    comm.exchDoubleArray(partner, new double[] {comm.id(), 8}, 2, doubles, 2);
                    assertThat(doubles).containsExactly(partner, 8);
                },
                1,
                1);
    }

    @Test
    default void shouldHoldTheSenderBackWhenItsCreditIsSpent() {
        CommLimits few = new CommLimits(
                1 << 10,
                8 << 10,
                1 << 10,
                16,
                1 << 12,
                CommLimits.DEFAULT.resendFor(),
                CommLimits.DEFAULT.firstDelay(),
                CommLimits.DEFAULT.greatestDelay(),
                CommLimits.DEFAULT.collectiveWithin(),
                CommLimits.DEFAULT.tuning());
        AtomicInteger sent = new AtomicInteger();
        try (TestSystem system = open(few, 1, 1)) {
            TestSystems.assertAllReturned(system.run(comm -> {
                int messages = 100;
                if (comm.id() == 0) {
                    for (int i = 0; i < messages; i++) {
                        comm.send(1, 0, Slice.of(Data.array(ElementType.BYTE, 1000, i)));
                        sent.incrementAndGet();
                    }
                    comm.send(1, 2, "after all");
                } else {
                    for (int i = 0; i < messages; i++) {
                        byte[] into = new byte[1000];
                        comm.receive(0, 0, into);
                        Data.assertSame(Slice.of(into), Data.array(ElementType.BYTE, 1000, i), "message " + i);
                        assertThat(sent.get() - i)
                                .as("how far the sender is ahead with a credit of 8 messages")
                                .isLessThanOrEqualTo(11);
                    }
                    assertThat(comm.receive(0, 2, String.class)).isEqualTo("after all");
                }
            }));
        }
    }
}
