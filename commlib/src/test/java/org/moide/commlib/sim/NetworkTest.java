package org.moide.commlib.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NetworkTest {
    private static final long MICRO = 1_000;

    /** A latency of 10 µs for each message, and a microsecond for each of its bytes. */
    private static final Latency LATENCY = new Latency(10 * MICRO, 10 * MICRO, 1e6);

    private final EventQueue queue = new EventQueue(7);
    private final List<String> arrived = new ArrayList<>();

    @Test
    void shouldBringAMessageWhenItsBytesAreOffTheLineAndTheWayIsOver() {
        send(lines(), 1, 2, 5, "one");
        queue.run();
        assertThat(arrived).containsExactly("one at 15");
    }

    @Test
    void shouldLetMessagesOfOneNodeWaitForEachOtherAndThoseOfAnotherNot() {
        Network<Integer> network = lines();
        send(network, 1, 2, 100, "one");
        send(network, 1, 3, 20, "after it");
        send(network, 4, 2, 20, "beside it");
        queue.run();
        assertThat(arrived).containsExactly("beside it at 30", "one at 110", "after it at 130");
        assertThat(network.messages()).isEqualTo(3);
        assertThat(network.bytes()).isEqualTo(140);
    }

    @Test
    void shouldLetNoMessageWaitForWhatIsSentInBulk() {
        Lines<Integer> lines = new Lines<>(queue, LATENCY);
        Network<Integer> messages = new Network<>(queue, lines);
        Network<Integer> bulk = new Network<>(queue, lines.bulk());
        send(bulk, 1, 2, 100, "bulk");
        send(messages, 1, 3, 20, "message");
        send(bulk, 1, 2, 100, "more bulk");
        queue.run();
        assertThat(arrived)
                .as("20 bytes hold up what comes after them")
                .containsExactly("message at 30", "bulk at 110", "more bulk at 230");
    }

    @Test
    void shouldBringNothingWhenTheWayIsCutAtTheStartOrAtTheEnd() {
        FaultyWires<Integer> wires = new FaultyWires<>(queue);
        Network<Integer> network = new Network<>(queue, wires);
        send(network, 1, 2, 0, "too early for the cut to matter");
        queue.run();
        arrived.clear();
        send(network, 1, 2, 0, "on its way");
        send(network, 2, 1, 0, "the other way");
        wires.cut(1, 2);
        send(network, 1, 2, 0, "sent in vain");
        queue.run();
        assertThat(arrived).singleElement().asString().startsWith("the other way");
    }

    @Test
    void shouldBringAMessageAsOftenAsTheWiresSay() {
        for (int copies : new int[] {0, 2}) {
            arrived.clear();
            Network<Integer> network = new Network<>(queue, new Wires<>() {
                @Override
                public long nanos(Integer from, Integer to, long bytes) {
                    return MICRO;
                }

                @Override
                public int copies(Integer from, Integer to) {
                    return copies;
                }
            });
            send(network, 1, 2, 0, "one");
            queue.run();
            assertThat(arrived).hasSize(copies);
        }
    }

    @Test
    void shouldShowTimesOfItsOwnOnTheClockOfANode() {
        NodeClock clock = new NodeClock(queue, -500 * MICRO);
        clock.at(-400 * MICRO, "later", () -> arrived.add("at " + clock.nanoTime() / MICRO));
        queue.run();
        assertThat(arrived).containsExactly("at -400");
        assertThat(queue.nanoTime()).isEqualTo(100 * MICRO);
    }

    @Test
    void shouldRefuseALatencyThatIsNone() {
        assertThatThrownBy(() -> new Latency(2, 1, 1)).hasMessageContaining("found 2 ns and 1 ns");
        assertThatThrownBy(() -> new Latency(0, 1, Double.NaN)).hasMessageContaining("found NaN");
    }

    private Network<Integer> lines() {
        return new Network<>(queue, new Lines<>(queue, LATENCY));
    }

    private void send(Network<Integer> network, int from, int to, long bytes, String what) {
        network.send(from, to, bytes, what, () -> arrived.add(what + " at " + queue.nanoTime() / MICRO));
    }
}
