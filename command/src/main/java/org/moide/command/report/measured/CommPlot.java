package org.moide.command.report.measured;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.moide.command.report.measured.Picture.Anchor;
import org.moide.command.report.measured.Picture.Pen;
import org.moide.command.report.measured.Picture.Stroke;
import org.moide.coordinator.text.Figures;

/**
 * A drawing of the measurements of {@code moide bench comm}: median times by message size on logarithmic axes, with a
 * panel for pairs of threads, one for their bytes per second, and one for collectives. In SVG, or in PNG if the file's
 * name ends in {@code .png}.
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

    /** Colours that colour-blind readers can tell apart. */
    private static final List<String> COLOURS = List.of(
            "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#555555", "#7b3fa0", "#8c6d31",
            "#000000");

    private CommPlot() {}

    /**
     * Writes the file, completely or not at all.
     *
     * @throws UncheckedIOException if it cannot be written
     */
    public static void write(MeasuredRows measured, Path file) {
        List<Panel> panels = panels(measured);
        Picture.write(WIDTH, height(panels), pen -> draw(panels, pen), file);
    }

    /** Returns the chart as SVG. */
    static String text(MeasuredRows measured) {
        List<Panel> panels = panels(measured);
        return Picture.svg(WIDTH, height(panels), pen -> draw(panels, pen));
    }

    private static List<Panel> panels(MeasuredRows measured) {
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
            // an operation has the same colour in each panel
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
        return panels.stream().filter(panel -> !panel.curves.isEmpty()).toList();
    }

    private static int height(List<Panel> panels) {
        return Math.max(1, panels.size()) * PANEL_HEIGHT;
    }

    private static void draw(List<Panel> panels, Pen pen) {
        for (int panel = 0; panel < panels.size(); panel++) {
            panels.get(panel).draw(pen, (double) panel * PANEL_HEIGHT);
        }
    }

    private static List<Point> points(List<MeasuredRows.Row> rows, Unit unit) {
        return rows.stream()
                .map(row -> new Point(row.bytes(), unit == Unit.TIME ? row.p50Nanos() : row.bytesPerSecond()))
                .toList();
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

    /** A panel of the chart, to which curves are added. */
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

        /**
         * Draws the panel with its axes and curves.
         *
         * @param above the y coordinate of the panel's top
         */
        void draw(Pen pen, double above) {
            List<Point> all =
                    curves.stream().flatMap(curve -> curve.points.stream()).toList();
            Axis x = Axis.over(all.stream().mapToDouble(Point::bytes).toArray(), 2, LEFT, RIGHT);
            Axis y = Axis.over(all.stream().mapToDouble(Point::value).toArray(), 10, above + BOTTOM, above + TOP);
            pen.text(LEFT, above + 26, title, true, Anchor.START);
            drawGrid(pen, x, y);
            for (int i = 0; i < curves.size(); i++) {
                drawCurve(pen, i, x, y);
            }
        }

        private void drawGrid(Pen pen, Axis x, Axis y) {
            int step = x.last - x.first > 12 ? 2 : 1;
            for (int power = x.first; power <= x.last; power += step) {
                double at = x.of(Math.pow(2, power));
                pen.line(new double[] {at, at}, new double[] {y.to, y.from}, "#e4e4e4", Stroke.THIN);
                pen.text(at, y.from + 18, Figures.size(1L << power), false, Anchor.MIDDLE);
            }
            for (int power = y.first; power <= y.last; power++) {
                double at = y.of(Math.pow(10, power));
                pen.line(new double[] {LEFT, RIGHT}, new double[] {at, at}, "#d0d0d0", Stroke.THIN);
                pen.text(LEFT - 8, at + 4, unit.text(Math.pow(10, power)), false, Anchor.END);
            }
            double[] frameX = {LEFT, RIGHT, RIGHT, LEFT, LEFT};
            pen.line(frameX, new double[] {y.to, y.to, y.from, y.from, y.to}, "#808080", Stroke.THIN);
            pen.text((LEFT + RIGHT) / 2.0, y.from + 38, "message size", false, Anchor.MIDDLE);
        }

        private void drawCurve(Pen pen, int index, Axis x, Axis y) {
            Curve curve = curves.get(index);
            String colour = COLOURS.get(curve.colour % COLOURS.size());
            Stroke stroke = curve.colour < COLOURS.size() ? Stroke.BOLD : Stroke.DASHED; // dashed where colours repeat
            double[] xs = curve.points.stream()
                    .mapToDouble(point -> x.of(point.bytes))
                    .toArray();
            double[] ys = curve.points.stream()
                    .mapToDouble(point -> y.of(point.value))
                    .toArray();
            pen.line(xs, ys, colour, stroke);
            for (int point = 0; point < xs.length; point++) {
                pen.dot(xs[point], ys[point], RADIUS, colour);
            }
            double at = y.to + 8 + (double) index * LEGEND_STEP;
            pen.line(new double[] {RIGHT + 16, RIGHT + 40}, new double[] {at, at}, colour, stroke);
            pen.dot(RIGHT + 28, at, RADIUS, colour);
            pen.text(RIGHT + 48, at + 4, curve.name, false, Anchor.START);
        }
    }

    /**
     * A logarithmic axis from one power of its base to another.
     *
     * @param from the coordinate of the first power
     * @param to the coordinate of the last power
     */
    private record Axis(int base, int first, int last, double from, double to) {
        /**
         * A tolerance for rounding errors, too small to be visible. Without it, a power of ten might count as above
         * itself.
         */
        private static final double ROUNDING = 1e-9;

        static Axis over(double[] values, int base, double from, double to) {
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
