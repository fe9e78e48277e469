package org.moide.bench.peers;

import java.util.List;

/** The middle of some figures. */
final class Medians {
    private Medians() {}

    /** The upper one of two in the middle; NaN of none. */
    static double of(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.isEmpty() ? Double.NaN : sorted.get(sorted.size() / 2);
    }
}
