package org.moide.command.metrics;

import java.util.LinkedHashMap;
import java.util.Map;

/** A writer of metrics in Prometheus's text format, version 0.0.4. Used by one thread. */
final class MetricsText {
    static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final Map<String, StringBuilder> families = new LinkedHashMap<>();

    /** Begins a metric whose value can rise and fall. Values are added by later calls. */
    public MetricsText gauge(String name, String help) {
        return family(name, help, "gauge");
    }

    /** Begins a metric whose value only grows until its process ends. Values are added by later calls. */
    public MetricsText counter(String name, String help) {
        return family(name, help, "counter");
    }

    private MetricsText family(String name, String help, String type) {
        families.computeIfAbsent(
                name,
                fresh -> new StringBuilder("# HELP ")
                        .append(fresh)
                        .append(' ')
                        .append(help.replace("\\", "\\\\").replace("\n", "\\n"))
                        .append("\n# TYPE ")
                        .append(fresh)
                        .append(' ')
                        .append(type)
                        .append('\n'));
        return this;
    }

    /**
     * Adds a value to the metric that was begun last.
     *
     * @param labels names and values of the labels, alternating
     */
    public MetricsText value(String name, double value, String... labels) {
        return value(name, number(value), labels);
    }

    /** Adds a whole number to the metric that was begun last. */
    public MetricsText value(String name, long value, String... labels) {
        return value(name, Long.toString(value), labels);
    }

    private MetricsText value(String name, String value, String[] labels) {
        StringBuilder family = families.get(name);
        if (family == null) {
            throw new IllegalArgumentException("expected a metric that was described, found " + name);
        }
        family.append(name);
        for (int i = 0; i + 1 < labels.length; i += 2) {
            family.append(i == 0 ? '{' : ',').append(labels[i]).append("=\"");
            escape(labels[i + 1], family);
            family.append('"');
        }
        family.append(labels.length > 1 ? "} " : " ").append(value).append('\n');
        return this;
    }

    private static void escape(String text, StringBuilder into) {
        for (int i = 0; i < text.length(); i++) {
            char letter = text.charAt(i);
            switch (letter) {
                case '\\' -> into.append("\\\\");
                case '"' -> into.append("\\\"");
                case '\n' -> into.append("\\n");
                default -> into.append(letter);
            }
        }
    }

    private static String number(double value) {
        if (Double.isNaN(value)) {
            return "NaN";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "+Inf" : "-Inf";
        }
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }

    public String text() {
        StringBuilder all = new StringBuilder();
        families.values().forEach(all::append);
        return all.toString();
    }
}
