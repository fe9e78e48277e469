package org.moide.bench.papers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.moide.command.report.measured.Picture;
import org.moide.command.report.measured.Picture.Anchor;
import org.moide.command.report.measured.Picture.Pen;
import org.moide.command.report.measured.Picture.Stroke;

/**
 * Draws a paper's figure from the lines that {@code bench/papers.sh} has gathered: diagrams side by side, with
 * measured values and those of the paper, and one legend.
 */
public final class PaperFigure {
    private static final int LEFT = 60;
    private static final int PANEL = 330;
    private static final int GAP = 70;
    private static final int LEGEND = 240;
    private static final int TOP = 60;
    private static final int BOTTOM = 300;
    private static final int HEIGHT = 350;
    private static final int LEGEND_STEP = 20;
    private static final int RADIUS = 3;
    private static final int ROWS = 5;

    /** Colours that people with red-green blindness can distinguish. */
    private static final List<String> COLOURS =
            List.of("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7b3fa0", "#8c6d31", "#808080");

    private PaperFigure() {}

    /** The kinds of diagrams. */
    enum Kind {
        /** Lines over the places, on a scale from 0. */
        LINES,
        /** Lines over the places, on a scale whose steps double. */
        DOUBLING,
        /** Bars side by side at each place. */
        BARS
    }

    /**
     * Draws a figure. Arguments: the kind, the title, the labels of values and of places, the input file and the
     * picture file.
     */
    public static void main(String[] words) throws IOException {
        if (words.length != 6) {
            throw new IllegalArgumentException("expected a kind, a title, values, places, a file and a picture");
        }
        List<Panel> panels = Panel.read(Files.readAllLines(Path.of(words[4])));
        if (panels.isEmpty()) {
            throw new IllegalStateException(words[4] + ": expected figures, found none");
        }
        Kind kind = Kind.valueOf(words[0].toUpperCase(Locale.ROOT));
        Picture.write(
                width(panels.size()),
                HEIGHT,
                pen -> draw(new Figure(kind, words[1], words[2], words[3], panels), pen),
                Path.of(words[5]));
    }

    record Figure(Kind kind, String title, String values, String places, List<Panel> panels) {
        /** Returns the series of all panels, so that a series has the same colour in each. */
        List<String> names() {
            List<String> names = new ArrayList<>();
            for (Panel panel : panels) {
                panel.series().keySet().stream()
                        .filter(name -> !names.contains(name))
                        .forEach(names::add);
            }
            return names;
        }
    }

    static int width(int panels) {
        return LEFT + panels * (PANEL + GAP) + LEGEND;
    }

    static void draw(Figure figure, Pen pen) {
        pen.text(16, 22, figure.title(), true, Anchor.START);
        List<String> names = figure.names();
        double left = LEFT;
        for (Panel panel : figure.panels()) {
            draw(figure, panel, names, left, pen);
            left += PANEL + GAP;
        }
        for (int name = 0; name < names.size(); name++) {
            double y = TOP + 8 + (double) name * LEGEND_STEP;
            double x = left - GAP + 24;
            box(pen, x, y - 5, 14, 10, colour(name));
            pen.text(x + 22, y + 4, names.get(name), false, Anchor.START);
        }
    }

    private static void draw(Figure figure, Panel panel, List<String> names, double left, Pen pen) {
        Scale scale = Scale.over(panel, figure.kind());
        pen.text(left, TOP - 12, panel.title(), false, Anchor.START);
        for (double mark : scale.marks()) {
            double y = scale.of(mark);
            pen.line(new double[] {left, left + PANEL}, new double[] {y, y}, "#d0d0d0", Stroke.THIN);
            pen.text(left - 6, y + 4, text(mark), false, Anchor.END);
        }
        double step = (double) PANEL / panel.places().size();
        for (int place = 0; place < panel.places().size(); place++) {
            pen.text(left + (place + 0.5) * step, BOTTOM + 18, panel.places().get(place), false, Anchor.MIDDLE);
        }
        pen.text(
                left + PANEL / 2.0,
                BOTTOM + 38,
                figure.values() + (figure.places().isEmpty() ? "" : " over " + figure.places()),
                false,
                Anchor.MIDDLE);
        int shown = 0;
        for (Map.Entry<String, Map<String, Double>> series : panel.series().entrySet()) {
            String colour = colour(names.indexOf(series.getKey()));
            if (figure.kind() == Kind.BARS) {
                double width = step * 0.8 / panel.series().size();
                double from = left + step * 0.1 + shown * width;
                series.getValue().forEach((place, value) -> {
                    double y = scale.of(value);
                    box(pen, from + panel.places().indexOf(place) * step, y, width - 1, BOTTOM - y, colour);
                });
                shown++;
            } else {
                line(pen, panel, series.getValue(), scale, left + step / 2, step, colour);
            }
        }
        double[] frameX = {left, left + PANEL, left + PANEL, left, left};
        pen.line(frameX, new double[] {TOP, TOP, BOTTOM, BOTTOM, TOP}, "#808080", Stroke.THIN);
    }

    private static void line(
            Pen pen, Panel panel, Map<String, Double> values, Scale scale, double left, double step, String colour) {
        List<String> places =
                panel.places().stream().filter(values::containsKey).toList();
        double[] xs = places.stream()
                .mapToDouble(place -> left + panel.places().indexOf(place) * step)
                .toArray();
        double[] ys = places.stream()
                .mapToDouble(place -> scale.of(values.getOrDefault(place, 0.0)))
                .toArray();
        pen.line(xs, ys, colour, Stroke.BOLD);
        for (int point = 0; point < xs.length; point++) {
            pen.dot(xs[point], ys[point], RADIUS, colour);
        }
    }

    private static void box(Pen pen, double x, double y, double width, double height, String colour) {
        pen.area(new double[] {x, x + width, x + width, x}, new double[] {y, y, y + height, y + height}, colour);
    }

    private static String colour(int index) {
        return COLOURS.get(index % COLOURS.size());
    }

    private static String text(double value) {
        if (value == Math.rint(value) && value < 1e9) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        String text = String.format(Locale.ROOT, value < 1 ? "%.3f" : "%.1f", value);
        return value < 1 && text.endsWith("0") ? text.substring(0, text.length() - 1) : text;
    }

    /**
     * The scale of values, from the lower edge up.
     *
     * @param doubling whether each mark is twice the one below it
     */
    record Scale(double from, double to, boolean doubling, List<Double> marks) {
        static Scale over(Panel panel, Kind kind) {
            List<Double> marks = new ArrayList<>();
            if (kind == Kind.DOUBLING) {
                double from = Math.pow(2, Math.floor(Math.log(panel.least()) / Math.log(2)));
                double mark = from;
                for (; mark < panel.most(); mark *= 2) {
                    marks.add(mark);
                }
                marks.add(Math.max(mark, 2 * from));
                return new Scale(from, marks.get(marks.size() - 1), true, marks);
            }
            double step = step(Math.max(panel.most(), 1e-9) / ROWS);
            int last = (int) Math.ceil(panel.most() / step - 1e-9);
            for (int mark = 0; mark <= Math.max(1, last); mark++) {
                marks.add(mark * step);
            }
            return new Scale(0, marks.get(marks.size() - 1), false, marks);
        }

        /** Returns the next number of the form 1, 2 or 5 times a power of ten. */
        private static double step(double least) {
            double ten = Math.pow(10, Math.floor(Math.log10(least)));
            double part = least / ten;
            return ten * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
        }

        double of(double value) {
            double part = doubling
                    ? Math.log(Math.max(value, from) / from) / Math.log(to / from)
                    : (value - from) / (to - from);
            return BOTTOM - part * (BOTTOM - TOP);
        }
    }
}
