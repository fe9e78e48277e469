package org.moide.commlib.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;
import org.moide.commlib.collective.SimulatedEngines.Took;

/**
 * Tests how often the messages of collectives cross between sites (groups of engines with a slow network between them).
 * Engines of a site have consecutive numbers, as {@code --topology} arranges them.
 */
class SitesTest {
    private static final long NEAR_NANOS = 100_000;
    private static final long FAR_NANOS = 20_000_000;

    /**
     * A factor that mixes engine numbers. It is odd, so that different numbers modulo a power of two stay different.
     */
    private static final int MIXED = 7;

    /**
     * Checks for several sizes of sites how many latencies between sites follow each other, and how many messages go
     * between sites, in a broadcast and in an allReduce.
     */
    @ParameterizedTest
    @CsvSource({
        "4 4, 1, 1, 1, 8",
        "8 8, 1, 1, 1, 16",
        "16 16, 1, 1, 1, 32",
        "3 5, 1, 2, 3, 10",
        "7 9, 1, 2, 3, 20",
        "13 27, 1, 3, 3, 34",
        "100 28, 1, 3, 3, 136",
        "11 5, 1, 2, 4, 20",
        "21 11, 1, 3, 5, 42",
        "4 4 4 4, 2, 3, 2, 32",
        "5 6 5, 2, 5, 4, 36"
    })
    void shouldCrossBetweenSitesFewTimes(
            String sites, int toldLatencies, int toldMessages, int joinedLatencies, int joinedMessages) {
        Took told = took(sites, engine -> engine, SitesTest::broadcast);
        assertThat(latencies(told)).as("broadcast").isEqualTo(toldLatencies);
        assertThat(told.farMessages()).as("broadcast").isEqualTo(toldMessages);

        Took joined = took(sites, engine -> engine, SitesTest::allReduce);
        assertThat(latencies(joined)).as("allReduce").isEqualTo(joinedLatencies);
        assertThat(joined.farMessages()).as("allReduce").isEqualTo(joinedMessages);

        assertThat(latencies(took(sites, engine -> engine, Collectives::remoteBarrier)))
                .as("remoteBarrier")
                .isEqualTo(joinedLatencies);
    }

    @Test
    void shouldCrossAsOftenAsThereAreRoundsWhereNumbersAreMixed() {
        Took told = took("16 16", engine -> engine * MIXED % 32, SitesTest::broadcast);
        Took joined = took("16 16", engine -> engine * MIXED % 32, SitesTest::allReduce);

        assertThat(latencies(told)).isEqualTo(4);
        assertThat(latencies(joined)).isEqualTo(5);
        assertThat(joined.farMessages()).isEqualTo(96);
    }

    private static void broadcast(Collectives comm) {
        long[] told = {comm.id() == 0 ? 42 : 0};
        comm.broadcast(0, Slice.of(told));
        assertThat(told[0]).isEqualTo(42);
    }

    private static void allReduce(Collectives comm) {
        double[] one = {1};
        comm.allReduce(Slice.of(one), Reduction.SUM);
        assertThat(one[0]).isEqualTo(comm.registration.count());
    }

    /**
     * Returns how many latencies between sites a collective took; the latencies inside a site are too short to count.
     */
    private static long latencies(Took took) {
        return took.nanos() / FAR_NANOS;
    }

    /**
     * Runs a collective on simulated engines at several sites.
     *
     * @param sizes the number of engines of each site
     * @param order maps an engine's number to its position among the sites' engines
     */
    private static Took took(String sizes, IntUnaryOperator order, Consumer<Collectives> collective) {
        int[] engines = Pattern.compile(" ")
                .splitAsStream(sizes)
                .mapToInt(Integer::parseInt)
                .toArray();
        int[] siteOf = new int[Arrays.stream(engines).sum()];
        int from = 0;
        for (int site = 0; site < engines.length; site++) {
            Arrays.fill(siteOf, from, from + engines[site], site);
            from += engines[site];
        }
        return new SimulatedEngines(
                        SimulatedEngines.engines(siteOf.length),
                        (one, other) -> siteOf[order.applyAsInt(one)] == siteOf[order.applyAsInt(other)]
                                ? NEAR_NANOS
                                : FAR_NANOS)
                .all(FAR_NANOS, collective);
    }
}
