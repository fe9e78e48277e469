package org.moide.coordinator.report;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Draws what {@code moide bench comm} measured: median times over message sizes, on logarithmic axes, one panel for
 * pairs of threads, one for their bytes per second and one for collectives. SVG, without fonts or scripts of its own.
 */
public final class CommPlot {
    private static final int WIDTH = 960;
    private static final int LEFT = 80;
    private static final int RIGHT = 720;
    private static final int PANEL_HEIGHT = 380;
    private static final int TOP = 46;
    private static final int BOTTOM = 330;
    private static final int LEGEND_STEP = 20;
    private static final int RADIUS = 3;

    /** Colours that are told apart by eyes that see red and green alike. */
    private static final List<String> COLOURS = List.of(
            "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#555555", "#7b3fa0", "#8c6d31",
            "#000000");

    private CommPlot() {}

    /**
     * Writes the file, as a whole or not at all.
     *
     * @throws UncheckedIOException if it cannot be written
     */
    public static void write(MeasuredRows measured, Path file) {
        WholeFile.write(text(measured), file, "plot");
    }

    /** The file's content. */
    static String text(MeasuredRows measured) {
        List<Panel> panels = new ArrayList<>();
        panels.add(new Panel("Between two threads: median time of a message", Unit.TIME));
        panels.add(new Panel("Between two threads: bytes per second", Unit.RATE));
        panels.add(new Panel("Between all threads: median time of a collective", Unit.TIME));
        int pairs = 0;
        int collectives = 0;
        for (Map.Entry<String, List<MeasuredRows.Row>> entry : measured.curves().entrySet()) {
            MeasuredRows.Row first = entry.getValue().get(0);
            if (first.bytes() == 0) {
                continue;
            }
            boolean pair = first.bytesPerSecond() > 0;
            boolean window = first.operation().equals("bandwidth");
            // A curve has the same colour in each panel.
            int colour = pair ? pairs++ : collectives++;
            if (pair && !window) {
                panels.get(0).add(entry.getKey(), colour, points(entry.getValue(), Unit.TIME));
            }
            if (pair) {
                panels.get(1).add(entry.getKey(), colour, points(entry.getValue(), Unit.RATE));
            } else {
                panels.get(2).add(first.operation(), colour, points(entry.getValue(), Unit.TIME));
            }
        }
        List<Panel> drawn =
                panels.stream().filter(panel -> !panel.curves.isEmpty()).toList();
        StringBuilder svg = new StringBuilder();
        int height = Math.max(1, drawn.size()) * PANEL_HEIGHT;
        line(
                svg,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\""
                        + " font-family=\"sans-serif\" font-size=\"12\">",
                WIDTH,
                height,
                WIDTH,
                height);
        line(svg, "<rect width=\"%d\" height=\"%d\" fill=\"white\"/>", WIDTH, height);
        for (int panel = 0; panel < drawn.size(); panel++) {
            line(svg, "<g transform=\"translate(0 %d)\">", panel * PANEL_HEIGHT);
            drawn.get(panel).draw(svg);
            line(svg, "</g>");
        }
        line(svg, "</svg>");
        return svg.toString();
    }

    private static List<Point> points(List<MeasuredRows.Row> rows, Unit unit) {
        return rows.stream()
                .map(row -> new Point(row.bytes(), unit == Unit.TIME ? row.p50Nanos() : row.bytesPerSecond()))
                .toList();
    }

    private static void line(StringBuilder svg, String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    private enum Unit {
        TIME,
        RATE;

        String text(double value) {
            if (this == TIME) {
                return scaled(value, new String[] {"ns", "µs", "ms", "s"});
            }
            return scaled(value, new String[] {"B/s", "kB/s", "MB/s", "GB/s", "TB/s"});
        }

        private static String scaled(double value, String[] units) {
            int unit = 0;
            double rest = value;
            while (rest >= 999.5 && unit < units.length - 1) {
                rest /= 1000;
                unit++;
            }
            return String.format(Locale.ROOT, rest < 0.95 ? "%.1f %s" : "%.0f %s", rest, units[unit]);
        }
    }

    private record Point(double bytes, double value) {}

    private record Curve(String name, int colour, List<Point> points) {}

    /** A diagram under construction. */
    private static final class Panel {
        private final String title;
        private final Unit unit;
        private final List<Curve> curves = new ArrayList<>();

        Panel(String title, Unit unit) {
            this.title = title;
            this.unit = unit;
        }

        void add(String name, int colour, List<Point> points) {
            List<Point> shown = points.stream().filter(point -> point.value > 0).toList();
            if (!shown.isEmpty()) {
                curves.add(new Curve(name, colour, shown));
            }
        }

        void draw(StringBuilder svg) {
            List<Point> all =
                    curves.stream().flatMap(curve -> curve.points.stream()).toList();
            Axis x = Axis.over(all.stream().mapToDouble(Point::bytes).toArray(), 2, LEFT, RIGHT);
            Axis y = Axis.over(all.stream().mapToDouble(Point::value).toArray(), 10, BOTTOM, TOP);
            line(svg, "<text x=\"%d\" y=\"26\" font-size=\"15\" font-weight=\"bold\">%s</text>", LEFT, title);
            drawGrid(svg, x, y);
            for (int i = 0; i < curves.size(); i++) {
                drawCurve(svg, i, x, y);
            }
        }

        private void drawGrid(StringBuilder svg, Axis x, Axis y) {
            int step = x.last - x.first > 12 ? 2 : 1;
            for (int power = x.first; power <= x.last; power += step) {
                double at = x.of(Math.pow(2, power));
                line(svg, "<path d=\"M%.1f %dV%d\" stroke=\"#e4e4e4\"/>", at, TOP, BOTTOM);
                line(
                        svg,
                        "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>",
                        at,
                        BOTTOM + 18,
                        Figures.size(1L << power));
            }
            for (int power = y.first; power <= y.last; power++) {
                double at = y.of(Math.pow(10, power));
                line(svg, "<path d=\"M%d %.1fH%d\" stroke=\"#d0d0d0\"/>", LEFT, at, RIGHT);
                line(
                        svg,
                        "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>",
                        LEFT - 8,
                        at + 4,
                        unit.text(Math.pow(10, power)));
            }
            line(
                    svg,
                    "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#808080\"/>",
                    LEFT,
                    TOP,
                    RIGHT - LEFT,
                    BOTTOM - TOP);
            line(
                    svg,
                    "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">message size</text>",
                    (LEFT + RIGHT) / 2,
                    BOTTOM + 38);
        }

        private void drawCurve(StringBuilder svg, int index, Axis x, Axis y) {
            Curve curve = curves.get(index);
            String colour = COLOURS.get(curve.colour % COLOURS.size());
            // Where colours come again, lines are dashed.
            String dash = curve.colour < COLOURS.size() ? "" : " stroke-dasharray=\"6 4\"";
            StringBuilder path = new StringBuilder();
            for (Point point : curve.points) {
                path.append(path.length() == 0 ? 'M' : 'L')
                        .append(String.format(Locale.ROOT, "%.1f %.1f", x.of(point.bytes), y.of(point.value)));
            }
            line(svg, "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"%s/>", path, colour, dash);
            for (Point point : curve.points) {
                line(
                        svg,
                        "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%d\" fill=\"%s\"/>",
                        x.of(point.bytes),
                        y.of(point.value),
                        RADIUS,
                        colour);
            }
            int at = TOP + 8 + index * LEGEND_STEP;
            line(svg, "<path d=\"M%d %dh24\" stroke=\"%s\" stroke-width=\"2\"%s/>", RIGHT + 16, at, colour, dash);
            line(svg, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"%s\"/>", RIGHT + 28, at, RADIUS, colour);
            line(svg, "<text x=\"%d\" y=\"%d\">%s</text>", RIGHT + 48, at + 4, curve.name);
        }
    }

    /**
     * A logarithmic axis from one power of its base to another.
     *
     * @param from the picture's coordinate of the first power
     * @param to that of the last
     */
    private record Axis(int base, int first, int last, int from, int to) {
        /** Small enough to be lost in any value that is shown: a power of ten must not land beyond itself. */
        private static final double ROUNDING = 1e-9;

        static Axis over(double[] values, int base, int from, int to) {
            double least = Double.MAX_VALUE;
            double most = Double.MIN_VALUE;
            for (double value : values) {
                least = Math.min(least, value);
                most = Math.max(most, value);
            }
            int first = (int) Math.floor(Math.log(least) / Math.log(base) + ROUNDING);
            int last = (int) Math.ceil(Math.log(most) / Math.log(base) - ROUNDING);
            return new Axis(base, first, Math.max(last, first + 1), from, to);
        }

        double of(double value) {
            double power = Math.log(value) / Math.log(base);
            return from + (to - from) * (power - first) / (last - first);
        }
    }
}
