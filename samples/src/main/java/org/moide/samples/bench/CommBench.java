package org.moide.samples.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.moide.commlib.Reduction;
import org.moide.engine.Application;
import org.moide.engine.Arguments;
import org.moide.engine.ComputeThread;

/**
 * Measures CommLib as the OSU micro-benchmarks measure MPI: latency, exchange and bandwidth between two threads of one
 * engine and between engines, and every collective over all IDs, for messages from 8 bytes on.
 *
 * <p>Reports {@code ids}, {@code engines}, {@code idsOfEngines}, and for each measurement a row named {@code
 * operation/place/bytes}, such as {@code latency/engines 0-1/8}: repetitions, then mean, median, 99th and 99.9th
 * percentile and maximum in nanoseconds, then bytes per second (0 where a rate means nothing). Also reports {@code
 * warmUpSeconds}, the time for which all operations ran untimed before. With {@code --crossovers} it also reports the rows of {@link
 * Crossovers}. {@code moide bench comm} runs this application and makes a table of its rows.
 */
public final class CommBench implements Application {
    private static final String QUICK = "--quick";
    private static final String LEAST = "--least-bytes";
    private static final String MOST = "--most-bytes";
    private static final String MILLISECONDS = "--milliseconds";
    private static final String WARM_UP = "--warm-up";
    private static final String CROSSOVERS = "--crossovers";
    private static final long MOST_BYTES = 1L << 28;
    private static final long DEFAULT_MOST_BYTES = 8L << 20;
    private static final int MOST_MILLISECONDS = 600_000;

    /** The most bytes of a message in the warm-up. Longer messages run the same code, and would take much memory. */
    private static final int MOST_WARM_UP_BYTES = 512 * 1024;

    /**
     * The length of the warm-up, as a number of measurements; but it takes at most {@link
     * #MOST_USUAL_WARM_UP_MILLISECONDS}.
     */
    private static final int WARM_UP_MEASUREMENTS = 150;

    /** The longest warm-up by default. After it, the JVM has compiled the code on which the figures depend. */
    private static final int MOST_USUAL_WARM_UP_MILLISECONDS = 6_000;

    /**
     * The greatest number of other engines whose messages with engine 0 are measured. With more, a run would take too
     * long.
     */
    private static final int MOST_PEERS = 7;

    /**
     * The number by which an engine's heap is divided: one measurement may take that part of it. Measurements that need
     * more are left out, so that they do not end the run.
     */
    private static final int PART_OF_HEAP = 4;

    /**
     * The number by which the room for arrays is divided in the warm-up. There, all measurements have their arrays at
     * the same time, and with many engines there are some hundred measurements.
     */
    private static final int WARM_UP_PART_OF_ROOM = 128;

    private static final String WARM_UP_SECONDS = "warmUpSeconds";

    @Override
    public String summary() {
        return "measures CommLib: latency, bandwidth and every collective over message sizes";
    }

    @Override
    public String usage() {
        return """
            --quick            every fourth size, and 40 ms for each measurement
            --least-bytes n    the shortest messages; default 8
            --most-bytes n     the longest messages; default 8388608
            --milliseconds n   how long each measurement goes on; default 200
            --warm-up n        milliseconds of all of them in turn before the first, untimed; default 150 times as long,
                               6000 at most
            --crossovers name=bytes,...   measure too which way of a collective is faster around these lengths""";
    }

    @Override
    public void check(Arguments arguments) {
        arguments.allow(Set.of(LEAST, MOST, MILLISECONDS, WARM_UP, CROSSOVERS), Set.of(QUICK), 0);
        crossovers(arguments);
        sizes(arguments);
        nanosEach(arguments);
        warmUpNanos(arguments);
    }

    /**
     * Returns the lengths of messages that are measured: from the least to the most, each 4 times the one before, or 16
     * times with {@code --quick}.
     */
    static List<Integer> sizes(Arguments arguments) {
        long least = arguments.integer(LEAST, Double.BYTES, Double.BYTES, MOST_BYTES);
        long most = arguments.integer(MOST, Math.max(least, DEFAULT_MOST_BYTES), least, MOST_BYTES);
        int factor = arguments.flag(QUICK) ? 16 : 4;
        List<Integer> sizes = new ArrayList<>();
        long bytes = least - least % Double.BYTES;
        while (bytes < most) {
            sizes.add((int) bytes);
            bytes *= factor;
        }
        sizes.add((int) (most - most % Double.BYTES));
        return sizes.stream().distinct().toList();
    }

    /**
     * Returns the lengths around which the two algorithms of a collective operation are compared, each under its name
     * in a tuning profile.
     */
    static Map<String, Integer> crossovers(Arguments arguments) {
        Map<String, Integer> around = new LinkedHashMap<>();
        String text = arguments.text(CROSSOVERS, "");
        for (String pair : text.isEmpty() ? List.<String>of() : List.of(text.split(",", -1))) {
            String[] parts = pair.split("=", -1);
            Arguments number = Arguments.of(CROSSOVERS, parts.length == 2 ? parts[1] : pair);
            around.put(parts[0], number.count(CROSSOVERS, 0, Double.BYTES, (int) MOST_BYTES));
        }
        return around;
    }

    private static long nanosEach(Arguments arguments) {
        return 1_000_000L * arguments.count(MILLISECONDS, arguments.flag(QUICK) ? 40 : 200, 1, MOST_MILLISECONDS);
    }

    private static long warmUpNanos(Arguments arguments) {
        int usual = (int)
                Math.min(MOST_USUAL_WARM_UP_MILLISECONDS, WARM_UP_MEASUREMENTS * nanosEach(arguments) / 1_000_000L);
        return 1_000_000L * arguments.count(WARM_UP, usual, 0, MOST_MILLISECONDS);
    }

    @Override
    public void run(ComputeThread self) {
        Stopwatch stopwatch = new Stopwatch(self.comm(), nanosEach(self.arguments()));
        List<Integer> sizes = sizes(self.arguments());
        List<Measurement> measurements = new ArrayList<>();
        for (PairMeasurements pair : pairs(self)) {
            measurements.addAll(pair.all(sizes));
        }
        long share = Runtime.getRuntime().maxMemory() / PART_OF_HEAP / self.threadCount();
        long room = self.comm().allReduce(share, Reduction.MINIMUM);
        measurements.addAll(new CollectiveMeasurements(self.comm(), room).all(sizes));
        boolean speaker = self.id() == 0;
        int most = (int) Math.min(MOST_WARM_UP_BYTES, room / WARM_UP_PART_OF_ROOM);
        long warmUpNanos = stopwatch.warmUp(
                measurements.stream().filter(each -> each.bytes() <= most).toList(), warmUpNanos(self.arguments()));
        int done = 0;
        for (Measurement measurement : measurements) {
            double[] row = stopwatch.measure(measurement);
            done++;
            if (speaker) {
                self.report().put(measurement.name(), row);
                self.report().progress(done, measurements.size(), "measurements");
            }
        }
        Crossovers crossovers = new Crossovers(self.comm(), nanosEach(self.arguments()), room);
        crossovers.measure(crossovers(self.arguments())).forEach((name, row) -> {
            if (speaker) {
                self.report().put(name, row);
            }
        });
        if (speaker) {
            if (!measurements.isEmpty()) {
                self.report().put(WARM_UP_SECONDS, warmUpNanos / 1e9);
            }
            tellShape(self);
        }
    }

    /**
     * Returns the pairs of threads to measure. The first is a pair of threads of one engine, the first engine that has
     * two. In the others, the first ID of the run has as partners the first IDs of other engines.
     */
    private static List<PairMeasurements> pairs(ComputeThread self) {
        List<PairMeasurements> pairs = new ArrayList<>();
        for (int id = 1; id < self.count() && pairs.isEmpty(); id++) {
            int engine = self.comm().engineOf(id);
            if (self.comm().engineOf(id - 1) == engine) {
                pairs.add(new PairMeasurements(self.comm(), "engine " + engine, id - 1, id));
            }
        }
        int first = self.comm().engineOf(0);
        int peers = 0;
        for (int id = 1; id < self.count() && peers < MOST_PEERS; id++) {
            int engine = self.comm().engineOf(id);
            if (engine != self.comm().engineOf(id - 1)) {
                pairs.add(new PairMeasurements(self.comm(), "engines " + first + "-" + engine, 0, id));
                peers++;
            }
        }
        return pairs;
    }

    private static void tellShape(ComputeThread self) {
        int engines = self.comm().engineOf(self.count() - 1) + 1;
        int[] idsOfEngines = new int[engines];
        for (int id = 0; id < self.count(); id++) {
            idsOfEngines[self.comm().engineOf(id)]++;
        }
        self.report().put("ids", self.count());
        self.report().put("engines", engines);
        self.report().put("idsOfEngines", idsOfEngines);
    }
}
