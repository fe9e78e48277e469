package org.moide.coordinator.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Path2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import javax.imageio.ImageIO;
import org.moide.balance.simulation.SimulationOutcome;

/**
 * Draws simulated runs, a curve for each: above the share of all power that computed, over the time; below the share of
 * its time in which each member computed, the busiest first. SVG, or PNG if the file's name says so.
 */
public final class SimulationPlot {
    private static final int WIDTH = 960;
    private static final int LEFT = 70;
    private static final int RIGHT = 740;
    private static final int PANEL_HEIGHT = 320;
    private static final int TOP = 46;
    private static final int BOTTOM = 260;
    private static final int LEGEND_STEP = 20;
    private static final double NANOS_PER_SECOND = 1e9;

    /** Colours that are told apart by eyes that see red and green alike. */
    private static final List<String> COLOURS = List.of(
            "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#555555", "#7b3fa0", "#8c6d31",
            "#000000");

    private SimulationPlot() {}

    /** What draws: one for each kind of file. */
    private interface Pen {
        void text(double x, double y, String text, boolean big, Anchor anchor);

        void line(double[] x, double[] y, String colour, double width);
    }

    private enum Anchor {
        START,
        MIDDLE,
        END
    }

    /**
     * Writes the file.
     *
     * @throws UncheckedIOException if it cannot be written
     */
    public static void write(List<SimulationOutcome> outcomes, String title, Path file) {
        if (String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT).endsWith(".png")) {
            writePng(outcomes, title, file);
        } else {
            WholeFile.write(svg(outcomes, title), file, "plot");
        }
    }

    /** As SVG. */
    static String svg(List<SimulationOutcome> outcomes, String title) {
        SvgPen pen = new SvgPen();
        draw(outcomes, title, pen);
        return String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%1$d\" height=\"%2$d\" viewBox=\"0 0 %1$d %2$d\""
                        + " font-family=\"sans-serif\" font-size=\"12\">%n<rect width=\"%1$d\" height=\"%2$d\""
                        + " fill=\"white\"/>%n%3$s</svg>%n",
                WIDTH,
                2 * PANEL_HEIGHT,
                pen.svg);
    }

    private static void writePng(List<SimulationOutcome> outcomes, String title, Path file) {
        BufferedImage image = new BufferedImage(WIDTH, 2 * PANEL_HEIGHT, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, WIDTH, 2 * PANEL_HEIGHT);
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        draw(outcomes, title, new PngPen(graphics));
        graphics.dispose();
        try {
            if (!ImageIO.write(image, "png", file.toFile())) {
                throw new IOException("this Java writes no PNG");
            }
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot write the plot to " + file + ": " + failed.getMessage(), failed);
        }
    }

    // --- the picture ----------------------------------------------------------------------------------------------

    private static void draw(List<SimulationOutcome> outcomes, String title, Pen pen) {
        double longest = outcomes.stream()
                .mapToDouble(SimulationOutcome::predictedNanos)
                .max()
                .orElse(1);
        frame(pen, 0, title + ": share of the power that computes", "time", seconds(longest));
        int most = outcomes.stream().mapToInt(SimulationOutcome::members).max().orElse(1);
        frame(
                pen,
                PANEL_HEIGHT,
                "Share of its time in which a member computes, the busiest first",
                "members",
                Figures.count(most));
        for (int index = 0; index < outcomes.size(); index++) {
            SimulationOutcome outcome = outcomes.get(index);
            String colour = COLOURS.get(index % COLOURS.size());
            double width = RIGHT - LEFT;
            curve(pen, 0, outcome.busyShares(), width * outcome.predictedNanos() / longest, colour);
            List<Double> members = new ArrayList<>(outcome.memberShares());
            members.sort(Comparator.reverseOrder());
            curve(pen, PANEL_HEIGHT, members, width, colour);
            double y = TOP + 8.0 + index * LEGEND_STEP;
            pen.line(new double[] {RIGHT + 16.0, RIGHT + 36.0}, new double[] {y, y}, colour, 2);
            pen.text(
                    RIGHT + 42.0,
                    y + 4,
                    outcome.strategy() + ", " + Figures.percent(outcome.efficiency()),
                    false,
                    Anchor.START);
        }
    }

    private static String seconds(double nanos) {
        return Figures.number(nanos / NANOS_PER_SECOND) + " s";
    }

    private static void frame(Pen pen, int down, String title, String below, String end) {
        pen.text(LEFT, down + 26.0, title, true, Anchor.START);
        for (int quarter = 0; quarter <= 4; quarter++) {
            double y = down + BOTTOM - (BOTTOM - TOP) * quarter / 4.0;
            pen.line(new double[] {LEFT, RIGHT}, new double[] {y, y}, "#d0d0d0", 1);
            pen.text(LEFT - 8.0, y + 4, 25 * quarter + "%", false, Anchor.END);
        }
        pen.text(LEFT, down + BOTTOM + 18.0, "0", false, Anchor.MIDDLE);
        pen.text(RIGHT, down + BOTTOM + 18.0, end, false, Anchor.MIDDLE);
        pen.text((LEFT + RIGHT) / 2.0, down + BOTTOM + 18.0, below, false, Anchor.MIDDLE);
    }

    /** Each value holds for its part of the width. */
    private static void curve(Pen pen, int down, List<Double> values, double width, String colour) {
        int points = values.size();
        double[] x = new double[2 * points];
        double[] y = new double[2 * points];
        for (int point = 0; point < points; point++) {
            x[2 * point] = LEFT + width * point / points;
            x[2 * point + 1] = LEFT + width * (point + 1) / points;
            y[2 * point] = down + BOTTOM - (BOTTOM - TOP) * values.get(point);
            y[2 * point + 1] = y[2 * point];
        }
        pen.line(x, y, colour, 2);
    }

    // --- the kinds of files -----------------------------------------------------------------------------------------

    private static final class SvgPen implements Pen {
        private final StringBuilder svg = new StringBuilder();

        @Override
        public void text(double x, double y, String text, boolean big, Anchor anchor) {
            String escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
            svg.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\"%s>%s</text>%n",
                    x,
                    y,
                    anchor.name().toLowerCase(Locale.ROOT),
                    big ? " font-size=\"15\" font-weight=\"bold\"" : "",
                    escaped));
        }

        @Override
        public void line(double[] x, double[] y, String colour, double width) {
            svg.append("<path d=\"");
            for (int point = 0; point < x.length; point++) {
                svg.append(point == 0 ? 'M' : 'L').append(String.format(Locale.ROOT, "%.1f %.1f", x[point], y[point]));
            }
            svg.append(String.format(
                    Locale.ROOT, "\" fill=\"none\" stroke=\"%s\" stroke-width=\"%.0f\"/>%n", colour, width));
        }
    }

    private record PngPen(Graphics2D graphics) implements Pen {
        @Override
        public void text(double x, double y, String text, boolean big, Anchor anchor) {
            graphics.setColor(Color.BLACK);
            graphics.setFont(new Font(Font.SANS_SERIF, big ? Font.BOLD : Font.PLAIN, big ? 15 : 12));
            double width = graphics.getFontMetrics().stringWidth(text);
            double back = anchor == Anchor.START ? 0 : anchor == Anchor.MIDDLE ? width / 2 : width;
            graphics.drawString(text, (float) (x - back), (float) y);
        }

        @Override
        public void line(double[] x, double[] y, String colour, double width) {
            Path2D path = new Path2D.Double();
            path.moveTo(x[0], y[0]);
            for (int point = 1; point < x.length; point++) {
                path.lineTo(x[point], y[point]);
            }
            graphics.setColor(Color.decode(colour));
            graphics.setStroke(new BasicStroke((float) width));
            graphics.draw(path);
        }
    }
}
