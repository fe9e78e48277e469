package org.moide.bench.peers;

import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.DoubleFunction;

/** Medians of values. */
final class Medians {
    private Medians() {}

    /** Returns the median; of an even number of values the upper one of the two in the middle; NaN for no values. */
    static double of(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.isEmpty() ? Double.NaN : sorted.get(sorted.size() / 2);
    }

    /**
     * Returns the median with the range of the values as text; for a single value only that.
     *
     * @param shown returns a value as text
     * @param to the text between the least and the greatest value
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
