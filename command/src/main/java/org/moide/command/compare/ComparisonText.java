package org.moide.command.compare;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.moide.command.compare.Comparison.Figure;
import org.moide.command.compare.Comparison.Setting;
import org.moide.coordinator.text.Figures;
import org.moide.coordinator.text.JsonText;
import org.moide.coordinator.text.TextTable;

/** A comparison as text or JSON. */
public final class ComparisonText {
    /** The greatest length of a cell in characters; a longer one would make the table wider than a screen. */
    private static final int MOST_LETTERS = 60;

    /** The characters of a long text that are shown before the first difference. */
    private static final int LETTERS_BEFORE = 10;

    private ComparisonText() {}

    /**
     * Returns the lines for the terminal.
     *
     * @param first the first run's name as the user gave it
     * @param second the second run's name as the user gave it
     */
    public static List<String> lines(Comparison comparison, String first, String second) {
        List<String> lines = new ArrayList<>();
        comparison.obstacles().forEach(obstacle -> lines.add("not comparable: " + obstacle));
        TextTable figures = new TextTable("lrrr", "", "first", "second", "second / first");
        for (Figure figure : comparison.figures()) {
            figures.row(figure.name(), text(figure, figure.first()), text(figure, figure.second()), ratio(figure));
        }
        lines.add("first:  " + first);
        lines.add("second: " + second);
        lines.addAll(figures.lines());
        section(lines, "What was different:", comparison.settings());
        section(lines, "Results that differ:", comparison.results());
        return lines;
    }

    private static void section(List<String> lines, String head, List<Setting> settings) {
        if (settings.isEmpty()) {
            return;
        }
        TextTable table = new TextTable("lll", "", "first", "second");
        for (Setting setting : settings) {
            String[] cells = cells(setting.first(), setting.second());
            table.row(setting.name(), cells[0], cells[1]);
        }
        lines.add("");
        lines.add(head);
        lines.addAll(table.lines());
    }

    /** Returns the cells for two differing texts, cut so that the first difference is visible. */
    private static String[] cells(String first, String second) {
        int same = 0;
        while (same < Math.min(first.length(), second.length()) && first.charAt(same) == second.charAt(same)) {
            same++;
        }
        boolean fits = Math.max(first.length(), second.length()) <= MOST_LETTERS;
        int from = fits || same < MOST_LETTERS / 2 ? 0 : same - LETTERS_BEFORE;
        String[] cells = {cell(first, from), cell(second, from)};
        boolean looksEqual = cells[0].strip().equals(cells[1].strip());
        return looksEqual ? new String[] {quoted(first, from), quoted(second, from)} : cells;
    }

    private static String cell(String text, int from) {
        if (text.isEmpty()) {
            return "-";
        }
        String rest = (from > 0 ? "..." : "") + text.substring(Math.min(from, text.length()));
        return rest.length() <= MOST_LETTERS ? rest : rest.substring(0, MOST_LETTERS - 3) + "...";
    }

    /** Quotes a text, so that spaces at its ends are visible. An empty text becomes "(nothing)". */
    private static String quoted(String text, int from) {
        return text.isEmpty() ? "(nothing)" : "'" + cell(text, from) + "'";
    }

    private static String text(Figure figure, double value) {
        if (Double.isNaN(value)) {
            return "-";
        }
        return switch (figure.unit()) {
            case SECONDS -> Figures.seconds(value);
            case PART -> Figures.percent(value);
            case COUNT -> Figures.count(Math.round(value));
            case BYTES -> Figures.bytes(Math.round(value));
            case NUMBER -> Figures.number(value);
        };
    }

    private static String ratio(Figure figure) {
        double ratio = figure.ratio();
        if (!Double.isFinite(ratio)) {
            return "-";
        }
        return ratio < 100 ? String.format(Locale.ROOT, "%.2f", ratio) : Figures.number(ratio);
    }

    /** Returns the comparison as JSON without a final line break. */
    public static String json(Comparison comparison, String first, String second) {
        return JsonText.pretty(json -> {
            json.name("first").value(first);
            json.name("second").value(second);
            json.name("comparable").value(comparison.obstacles().isEmpty());
            json.name("obstacles").beginArray();
            for (String obstacle : comparison.obstacles()) {
                json.value(obstacle);
            }
            json.endArray();
            json.name("figures").beginArray();
            for (Figure figure : comparison.figures()) {
                json.beginObject();
                json.name("name").value(figure.name());
                json.name("unit").value(figure.unit().name().toLowerCase(Locale.ROOT));
                JsonText.number("first", figure.first(), json);
                JsonText.number("second", figure.second(), json);
                JsonText.number("ratio", figure.ratio(), json);
                json.endObject();
            }
            json.endArray();
            settings("settings", comparison.settings(), json);
            settings("results", comparison.results(), json);
        });
    }

    private static void settings(String name, List<Setting> settings, JsonWriter json) throws IOException {
        json.name(name).beginArray();
        for (Setting setting : settings) {
            json.beginObject();
            json.name("name").value(setting.name());
            json.name("first").value(setting.first());
            json.name("second").value(setting.second());
            json.endObject();
        }
        json.endArray();
    }
}
