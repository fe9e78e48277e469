package org.moide.bench.papers;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A diagram of a figure: what was measured, by series and place.
 *
 * @param title above it
 * @param places along its lower edge, in the order in which they came
 * @param series by name, in the order in which they came: the value at each place
 */
record Panel(String title, List<String> places, Map<String, Map<String, Double>> series) {
    /**
     * The panels of lines of the form {@code panel;series;place;value}, in the order in which they come. Lines without a value
     * are left out: a run that failed has none.
     *
     * @throws IllegalArgumentException if a line has another form
     */
    static List<Panel> read(List<String> lines) {
        Map<String, Panel> panels = new LinkedHashMap<>();
        for (int number = 0; number < lines.size(); number++) {
            List<String> words = List.of(lines.get(number).split(";", -1));
            if (words.size() != 4) {
                throw new IllegalArgumentException("line " + (number + 1)
                        + ": expected panel;series;place;value, found '" + lines.get(number) + "'");
            }
            if (!words.get(3).isEmpty()) {
                panels.computeIfAbsent(
                                words.get(0), title -> new Panel(title, new ArrayList<>(), new LinkedHashMap<>()))
                        .add(words.get(1), words.get(2), value(words.get(3), number + 1));
            }
        }
        return List.copyOf(panels.values());
    }

    private static double value(String text, int line) {
        try {
            double value = Double.parseDouble(text);
            if (value >= 0 && Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException none) {
            // Said below, as for a value that is below nothing.
        }
        throw new IllegalArgumentException("line " + line + ": expected a value from 0 on, found '" + text + "'");
    }

    private void add(String name, String place, double value) {
        if (!places.contains(place)) {
            places.add(place);
        }
        series.computeIfAbsent(name, none -> new LinkedHashMap<>()).put(place, value);
    }

    double most() {
        return series.values().stream()
                .flatMap(values -> values.values().stream())
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(1);
    }

    double least() {
        return series.values().stream()
                .flatMap(values -> values.values().stream())
                .mapToDouble(Double::doubleValue)
                .filter(value -> value > 0)
                .min()
                .orElse(1);
    }
}
