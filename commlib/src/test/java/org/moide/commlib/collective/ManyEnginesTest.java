package org.moide.commlib.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;
import org.moide.commlib.collective.SimulatedEngines.Took;

/**
 * Tests the time of collectives over a thousand engines: the latencies of messages that follow each other must be at
 * most 2.5 times the binary logarithm of the number of engines.
 */
class ManyEnginesTest {
    private static final long LATENCY_NANOS = 1_000_000;
    private static final double LATENCIES_FOR_EACH_DOUBLING = 2.5;

    @Test
    @Tag("full") // the default tests show the logarithm up to 256 engines; this needs a thousand threads
    void shouldTakeAsManyRoundsAsTheLogarithmOfAThousandEngines() {
        shouldTakeAsManyRoundsAsTheLogarithmOfTheEngines(1_000, 13);
    }

    @ParameterizedTest
    @CsvSource({"64, 6.5", "256, 8.7"})
    void shouldTakeAsManyRoundsAsTheLogarithmOfTheEngines(int engines, double expected) {
        assertTakes(engines, expected, "allReduce", comm -> {
            double[] one = {1};
            comm.allReduce(Slice.of(one), Reduction.SUM);
            assertThat(one[0]).isEqualTo(engines);
        });
        assertTakes(engines, expected, "remoteBarrier", Collectives::remoteBarrier);
        assertTakes(engines, expected, "broadcast", comm -> {
            long[] told = {comm.id() == 3 ? 42 : 0};
            comm.broadcast(3, Slice.of(told));
            assertThat(told[0]).isEqualTo(42);
        });
    }

    private static void assertTakes(int engines, double expected, String name, Consumer<Collectives> collective) {
        Took took = new SimulatedEngines(SimulatedEngines.engines(engines), (from, to) -> LATENCY_NANOS)
                .all(LATENCY_NANOS, collective);
        double latencies = took.latencies(LATENCY_NANOS);
        assertThat(latencies)
                .as("%s over %d engines, in latencies", name, engines)
                .isLessThan(expected)
                .isLessThan(LATENCIES_FOR_EACH_DOUBLING * Math.log(engines) / Math.log(2));
    }
}
