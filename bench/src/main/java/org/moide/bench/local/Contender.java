package org.moide.bench.local;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.moide.bench.local.LocalPath.Body;

/** One of the compared implementations: the body of each of its threads, and the time of each round. */
final class Contender {
    /** The length of the warm-up before the rounds that count; the JIT compiler has finished by then. */
    private static final long WARM_UP_NANOS = 600_000_000;

    private static final int FIRST_OPERATIONS = 20;
    private static final int MOST_OPERATIONS = 2_000_000;

    private final Crew crew;
    private final String name;
    private final List<Body> bodies;
    private final List<Double> nanosEach = new ArrayList<>();
    private int operations = FIRST_OPERATIONS;

    Contender(Crew crew, String name, List<Body> bodies) {
        this.crew = crew;
        this.name = name;
        this.bodies = bodies;
    }

    String name() {
        return name;
    }

    /** Warms up, and finds the number of operations that take about {@code millis}. */
    void calibrate(int millis) throws Exception {
        long start = System.nanoTime();
        while (System.nanoTime() - start < WARM_UP_NANOS) {
            double wanted = millis * 1e6 / run();
            operations =
                    (int) Math.max(FIRST_OPERATIONS, Math.min(wanted, Math.min(MOST_OPERATIONS, operations * 30.0)));
        }
    }

    void round() throws Exception {
        nanosEach.add(run());
    }

    /**
     * Returns the microseconds of one operation at a quantile of the rounds, 0 for the fastest and 1 for the slowest.
     */
    double micros(double quantile) {
        List<Double> sorted = new ArrayList<>(nanosEach);
        Collections.sort(sorted);
        return sorted.get((int) Math.round(quantile * (sorted.size() - 1))) / 1e3;
    }

    private double run() throws Exception {
        return (double) crew.run(bodies, operations) / operations;
    }
}
