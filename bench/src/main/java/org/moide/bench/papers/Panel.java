package org.moide.bench.papers;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One diagram of a figure, with its measured values.
 *
 * @param title the text above it
 * @param places the labels along its lower edge, in order of input
 * @param series by name, in order of input: the value at each place
 */
record Panel(String title, List<String> places, Map<String, Map<String, Double>> series) {
    /**
     * Parses lines of the form {@code panel;series;place;value} into panels, in order. A line without a value stands
     * for a failed run and is left out.
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
            // Reported below, as for a negative value.
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
