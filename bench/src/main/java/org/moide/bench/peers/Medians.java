package org.moide.bench.peers;

import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.DoubleFunction;

/** The middle of some figures. */
final class Medians {
    private Medians() {}

    /** The upper one of two in the middle; NaN of none. */
    static double of(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.isEmpty() ? Double.NaN : sorted.get(sorted.size() / 2);
    }

    /**
     * The median, and between which all of them lie; of one alone it is that.
     *
     * @param shown one of them
     * @param to stands between the least and the most
     */
    static String spread(List<Double> values, DoubleFunction<String> shown, String to) {
        String median = shown.apply(of(values));
        if (values.size() == 1) {
            return median;
        }
        DoubleSummaryStatistics all =
                values.stream().mapToDouble(Double::doubleValue).summaryStatistics();
        return median + " (" + shown.apply(all.getMin()) + to + shown.apply(all.getMax()) + ")";
    }
}
