package org.moide.balance.worker.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.balance.strategy.StrategySpec;
import org.moide.balance.worker.strategy.WorkerRule;

/** Tests every worker strategy in whole simulated runs, from seeds. */
class WorkerSimulationTest {
    private static final long MILLI = WorkerCluster.MILLI;
    private static final long REST_NANOS = 500 * MILLI;
    private static final long REMEMBERED = 32;

    // --- all at once ----------------------------------------------------------------------------------------------

    @Test
    void shouldEndAndHeedDirectivesWhateverTheStrategy() {
        List<String> all = List.of("receiver", "sender", "greedy", "gossip", "rotate", "none");
        long seeds = Long.getLong("moide.seeds", 1000);
        Map<String, Integer> moves = new TreeMap<>();
        for (long seed = 1; seed <= seeds; seed++) {
            String strategy = all.get((int) (seed % all.size()));
            WorkerCluster cluster = drawn(seed, strategy);
            double seconds = cluster.run();
            moves.merge(strategy, cluster.moves.size(), Integer::sum);
            assertThat(cluster.letters())
                    .as("seed %d, %s: letters of a second", seed, strategy)
                    .isLessThanOrEqualTo((long) (cluster.processes.size() * (100 + 400 * seconds)));
            if (!strategy.equals("rotate")) {
                requireNoPingPong(cluster);
            }
        }
        assertThat(moves.remove("none")).isZero();
        assertThat(moves.values())
                .as("so that the rest says something: %s", moves)
                .allMatch(count -> count >= seeds / 5);
    }

    /**
     * Draws a cluster: processes of different speeds, and workers with various directives. Some workers get most of the
     * tasks, and most workers begin on one process.
     */
    private static WorkerCluster drawn(long seed, String strategy) {
        WorkerCluster cluster = new WorkerCluster(seed, StrategySpec.of(strategy));
        RandomGenerator random = cluster.queue.random("workload");
        int processes = 2 + random.nextInt(4);
        for (int process = 0; process < processes; process++) {
            double speed = Math.pow(4, random.nextDouble() * 2 - 1);
            cluster.process(1 + random.nextInt(2), speed, random.nextBoolean() ? speed : 1);
        }
        int workers = 4 + random.nextInt(16);
        for (int worker = 0; worker < workers; worker++) {
            int process = random.nextInt(4) == 0 ? random.nextInt(processes) : 0;
            cluster.worker(worker, process, 1L << random.nextInt(20), rule(random, worker, workers, processes));
        }
        for (int worker = 0; worker < workers; worker++) {
            long tasks = random.nextInt(3) == 0 ? 60 : 10;
            for (long task = 0; task < tasks; task++) {
                cluster.send(worker, (1 + random.nextLong(10)) * MILLI);
            }
        }
        return cluster;
    }

    private static WorkerRule rule(RandomGenerator random, int worker, int workers, int processes) {
        Map<Integer, Double> weights = random.nextInt(4) == 0 ? Map.of(random.nextInt(processes), 4.0) : Map.of();
        List<Integer> moveTo = random.nextInt(4) == 0
                ? List.of(random.nextInt(processes), processes + 3) // the second one does not exist
                : List.of();
        List<Long> neighbours = random.nextInt(2) == 0
                ? List.of((worker + 1L) % workers, (worker + workers - 1L) % workers)
                : List.of();
        boolean moves = random.nextInt(8) > 0;
        return new WorkerRule(List.of(), moves, moves ? moveTo : List.of(), neighbours, List.of(), List.of(), weights);
    }

    /** Checks how long each worker stays after a move: long enough, and twice as long each time that it comes back. */
    private static void requireNoPingPong(WorkerCluster cluster) {
        Map<Long, Integer> moved = new HashMap<>();
        Map<String, WorkerCluster.MoveMade> last = new HashMap<>();
        Map<String, Integer> left = new HashMap<>();
        for (WorkerCluster.MoveMade move : cluster.moves) {
            int before = moved.merge(move.worker(), 1, Integer::sum) - 1;
            String place = move.worker() + " from " + move.from();
            int again = left.getOrDefault(place, 0);
            WorkerCluster.MoveMade earlier = last.put(place, move);
            if (earlier != null && move.atNanos() - earlier.atNanos() > REMEMBERED * (REST_NANOS << again)) {
                again = 0;
            }
            left.put(place, again + 1);
            long atLeast = before == 0 ? 0 : REST_NANOS << again;
            assertThat(move.stayedNanos())
                    .as("seed %d: %s, the time number %d", cluster.queue.seed(), move, again + 1)
                    .isGreaterThanOrEqualTo(atLeast);
        }
    }

    // --- what it is worth -----------------------------------------------------------------------------------------

    /**
     * Returns the time of a run on four processes, one of which is four times as fast as the others. All workers begin
     * on one of them.
     */
    private static double spread(long seed, String strategy, boolean powersKnown) {
        WorkerCluster cluster = new WorkerCluster(seed, StrategySpec.of(strategy));
        for (int process = 0; process < 4; process++) {
            double speed = process == 2 ? 4 : 1;
            cluster.process(1, speed, powersKnown ? speed : 1);
        }
        RandomGenerator random = cluster.queue.random("workload");
        double work = 0;
        for (int worker = 0; worker < 24; worker++) {
            cluster.worker(worker, 0, 64 << 10, WorkerRule.MOVES);
            for (int task = 0; task < 100; task++) {
                long nanos = (1 + random.nextLong(15)) * MILLI;
                work += nanos / 1e9;
                cluster.send(worker, nanos);
            }
        }
        return cluster.run() / cluster.idealSeconds(work);
    }

    @ParameterizedTest
    @CsvSource({"receiver, 1, 1.8", "sender, 1, 1.8", "greedy, 1, 1.25", "gossip, 1, 1.25", "none, 6.9, 7.1"})
    void shouldSpreadWorkOverUnequalProcesses(String strategy, double least, double most) {
        for (boolean powersKnown : new boolean[] {true, false}) {
            double times = 0;
            int seeds = 3;
            for (long seed = 1; seed <= seeds; seed++) {
                times += spread(seed, strategy, powersKnown) / seeds;
            }
            assertThat(times)
                    .as("times the best, powers known: %s", powersKnown)
                    .isBetween(least, most);
        }
    }

    /**
     * Returns the time of a computation on strips of a plate. Each strip needs the previous step of its neighbours, so
     * the slowest process sets the pace.
     */
    private static double strips(long seed, String strategy) {
        WorkerCluster cluster = new WorkerCluster(seed, StrategySpec.of(strategy));
        double[] speeds = {1, 1, 0.25, 1};
        for (double speed : speeds) {
            cluster.process(1, speed, 1); // other users load the third process
        }
        int strips = 32;
        int steps = 100;
        for (int strip = 0; strip < strips; strip++) {
            List<Long> neighbours = new ArrayList<>();
            if (strip > 0) {
                neighbours.add(strip - 1L);
            }
            if (strip < strips - 1) {
                neighbours.add(strip + 1L);
            }
            cluster.worker(
                    strip,
                    strip / 8,
                    64 << 10,
                    new WorkerRule(List.of(), true, List.of(), neighbours, List.of(), List.of(), Map.of()));
        }
        long[] done = new long[strips];
        long[] sent = new long[strips];
        cluster.expect((long) strips * (steps - 1));
        cluster.afterTask((worker, handled) -> {
            done[(int) worker] = handled;
            for (int strip = (int) Math.max(0, worker - 1); strip <= Math.min(strips - 1, worker + 1); strip++) {
                long before = Math.min(
                        done[strip], Math.min(done[Math.max(0, strip - 1)], done[Math.min(strips - 1, strip + 1)]));
                if (sent[strip] < steps && sent[strip] == before && done[strip] == before) {
                    sent[strip]++;
                    cluster.sendExpected(strip, 5 * MILLI);
                }
            }
        });
        for (int strip = 0; strip < strips; strip++) {
            sent[strip] = 1;
            cluster.send(strip, 5 * MILLI);
        }
        double ratio = cluster.run() / cluster.idealSeconds(strips * steps * 0.005);
        assertThat(done).containsOnly(steps);
        return ratio;
    }

    @ParameterizedTest
    @CsvSource({"receiver, 1, 2.1", "sender, 1, 2", "greedy, 1, 1.5", "gossip, 1, 1.5", "none, 3.2, 3.3"})
    void shouldRelieveTheSlowestOfStrips(String strategy, double least, double most) {
        double times = (strips(1, strategy) + strips(2, strategy)) / 2;
        assertThat(times).as("times the best").isBetween(least, most);
    }

    // --- coming to rest -------------------------------------------------------------------------------------------

    /**
     * Draws a cluster in which requests arrive at random times for a minute. Each worker gets a fixed share of the
     * requests.
     */
    private static WorkerCluster steady(long seed, String strategy) {
        WorkerCluster cluster = new WorkerCluster(seed, StrategySpec.of(strategy));
        for (int process = 0; process < 3; process++) {
            cluster.process(1, 1, 1);
        }
        RandomGenerator random = cluster.queue.random("workload");
        for (int worker = 0; worker < 15; worker++) {
            cluster.worker(worker, worker % 5 == 0 ? 1 : 0, 1 << 10, WorkerRule.MOVES);
            long at = 0;
            long every = (worker + 1L) * 6 * MILLI; // the first worker gets 15 times as many as the last
            while (at < 60_000 * MILLI) {
                at += Math.round(-Math.log(1 - random.nextDouble()) * every);
                long to = worker;
                cluster.expect(1);
                cluster.queue.at(at, "request", () -> cluster.sendExpected(to, 3 * MILLI));
            }
        }
        return cluster;
    }

    @ParameterizedTest
    @ValueSource(strings = {"receiver", "sender", "greedy", "gossip"})
    void shouldComeToRestUnderASteadyLoad(String strategy) {
        WorkerCluster cluster = steady(1, strategy);
        cluster.run();
        requireNoPingPong(cluster);
        assertThat(cluster.moves).as("it begins on two of three processes").hasSizeGreaterThanOrEqualTo(2);
        assertThat(cluster.moves.size() / (double) cluster.workers.size())
                .as("moves of a worker in a minute")
                .isLessThan(4);
    }
}
