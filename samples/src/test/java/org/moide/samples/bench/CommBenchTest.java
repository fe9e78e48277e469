package org.moide.samples.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.moide.engine.Arguments;
import org.moide.engine.UsageException;
import org.moide.samples.programs.SmallSystem;

class CommBenchTest {
    @Test
    void shouldMeasureEveryPrimitiveWhenThereAreTwoEnginesOfTwoThreads() throws Exception {
        SmallSystem.Told told = SmallSystem.of(2, 2)
                .run(CommBench::new, "--milliseconds", "1", "--least-bytes", "8", "--most-bytes", "128");

        Set<String> operations = new TreeSet<>();
        told.results().forEach((name, value) -> {
            if (name.contains("/")) {
                operations.add(name);
                assertThat(value).as(name).isInstanceOf(double[].class);
                double[] row = (double[]) value;
                assertThat(row).as(name).hasSize(7);
                assertThat(row[0]).as("repetitions of " + name).isGreaterThanOrEqualTo(5);
                assertThat(row[1]).as("mean of " + name).isPositive();
                assertThat(row[2]).as("median of " + name).isPositive().isLessThanOrEqualTo(row[3]);
                assertThat(row[3]).as("p99 of " + name).isLessThanOrEqualTo(row[4]);
                assertThat(row[4]).as("p99.9 of " + name).isLessThanOrEqualTo(row[5]);
            }
        });
        for (String sized : Set.of(
                "latency/engine 0/",
                "latency/engines 0-1/",
                "exchange/engine 0/",
                "exchange/engines 0-1/",
                "bandwidth/engine 0/",
                "bandwidth/engines 0-1/",
                "broadcast/all IDs/",
                "scatter/all IDs/",
                "gather/all IDs/",
                "allGather/all IDs/",
                "allReduce/all IDs/")) {
            assertThat(operations).contains(sized + 8, sized + 32, sized + 128);
        }
        assertThat(operations).contains("barrier/threads of an engine/0", "remoteBarrier/all IDs/0");
        assertThat((int[]) told.results().get("idsOfEngines")).containsExactly(2, 2);
    }

    @Test
    void shouldMeasureNothingWhenThereIsNobodyToTalkTo() throws Exception {
        SmallSystem.Told told = SmallSystem.of(1).run(CommBench::new, "--quick", "--warm-up=50");

        assertThat(told.results().keySet()).containsOnly("ids", "engines", "idsOfEngines");
    }

    @Test
    void shouldGoFromTheLeastToTheMostWhenSizesAreNamed() {
        assertThat(CommBench.sizes(Arguments.of("--least-bytes=16", "--most-bytes=100")))
                .containsExactly(16, 64, 96);
        assertThat(CommBench.sizes(Arguments.of("--quick"))).containsExactly(8, 128, 2048, 32768, 524288, 8388608);
        assertThat(CommBench.sizes(Arguments.of())).hasSize(11).endsWith(8 << 20);
    }

    @Test
    void shouldCompareTheWaysOfThisShapeAroundTheLengthsThatAreNamed() throws Exception {
        SmallSystem.Told told = SmallSystem.of(2, 1, 1)
                .run(
                        CommBench::new,
                        "--milliseconds=1",
                        "--least-bytes=8",
                        "--most-bytes=8",
                        "--crossovers=longReduceBytes=256,segmentBytes=128,longGatherBytes=64,longBroadcastBytes=64,"
                                + "threadShareBytes=16,unknownBytes=64");

        Map<String, double[]> rows = new TreeMap<>();
        told.results().forEach((name, value) -> {
            if (name.startsWith("crossover/")) {
                rows.put(name, (double[]) value);
            }
        });
        assertThat(rows)
                .containsKeys(
                        "crossover/longReduceBytes/32",
                        "crossover/longReduceBytes/256",
                        "crossover/longReduceBytes/2048",
                        "crossover/segmentBytes/16",
                        "crossover/segmentBytes/1024",
                        "crossover/longGatherBytes/8",
                        "crossover/longGatherBytes/512",
                        "crossover/threadShareBytes/8",
                        "crossover/threadShareBytes/128")
                .doesNotContainKeys("crossover/segmentBytes/128", "crossover/threadShareBytes/4");
        assertThat(rows.keySet()).noneMatch(name -> name.contains("longBroadcast") || name.contains("unknown"));
        assertThat(rows.values()).allSatisfy(row -> {
            assertThat(row).hasSize(4);
            assertThat(row[0]).isPositive();
            assertThat(row[1]).isPositive();
            assertThat(row[2]).isNotNegative();
            assertThat(row[3]).isNotNegative();
        });
    }

    @Test
    void shouldSayWhatWasExpectedWhenAnArgumentIsWrong() {
        assertThatThrownBy(() -> new CommBench().check(Arguments.of("--crossovers=longReduceBytes")))
                .isInstanceOf(UsageException.class)
                .hasMessage("--crossovers: expected a whole number from 8 to 268435456, found 'longReduceBytes'");

        assertThatThrownBy(() -> new CommBench().check(Arguments.of("--most-bytes", "4")))
                .isInstanceOf(UsageException.class)
                .hasMessage("--most-bytes: expected 8 to 268435456, found 4");
    }
}
