package org.moide.command.report.measured;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.moide.balance.simulation.SimulationOutcome;
import org.moide.command.report.measured.Picture.Anchor;
import org.moide.command.report.measured.Picture.Pen;
import org.moide.command.report.measured.Picture.Stroke;
import org.moide.coordinator.text.Figures;

/**
 * A drawing of simulated runs with a strip for each, the fastest first. The left of a strip shows the busy share of all
 * power over time, with the same time axis in all strips. The right shows the busy share of each member's time, the
 * busiest first. Each run has a strip of its own, since curves of many strategies in one frame overlap, and no set of
 * colours tells them apart. In SVG, or in PNG if the file's name ends in {@code .png}.
 */
public final class SimulationPlot {
    private static final int WIDTH = 960;
    private static final int NAMES = 16;
    private static final int TIME_LEFT = 206;
    private static final int TIME_RIGHT = 650;
    private static final int MEMBERS_LEFT = 700;
    private static final int MEMBERS_RIGHT = 930;
    private static final int TOP = 64;
    private static final int BELOW = 44;
    private static final int STRIP_GAP = 12;
    /** The height of a single run's strip in pixels; strips of many runs shrink to the lowest height. */
    private static final int TALLEST_STRIP = 220;

    private static final int LOWEST_STRIP = 36;
    private static final int ALL_STRIPS = 700;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final String LINE = "#0072b2";
    private static final String AREA = "#b3d4e8";
    private static final String GRID = "#d0d0d0";

    private SimulationPlot() {}

    /**
     * Writes the file.
     *
     * @throws UncheckedIOException if it cannot be written
     */
    public static void write(List<SimulationOutcome> outcomes, String title, Path file) {
        Picture.write(WIDTH, height(outcomes.size()), pen -> draw(outcomes, title, pen), file);
    }

    /** Returns the chart as SVG. */
    static String svg(List<SimulationOutcome> outcomes, String title) {
        return Picture.svg(WIDTH, height(outcomes.size()), pen -> draw(outcomes, title, pen));
    }

    // --- the picture ----------------------------------------------------------------------------------------------

    private static int stripHeight(int strips) {
        return Math.max(LOWEST_STRIP, Math.min(TALLEST_STRIP, ALL_STRIPS / Math.max(1, strips)));
    }

    private static int height(int strips) {
        return TOP + strips * (stripHeight(strips) + STRIP_GAP) + BELOW;
    }

    private static void draw(List<SimulationOutcome> outcomes, String title, Pen pen) {
        List<SimulationOutcome> sorted = new ArrayList<>(outcomes);
        sorted.sort(Comparator.comparingLong(SimulationOutcome::predictedNanos));
        double longest = sorted.isEmpty() ? 1 : sorted.get(sorted.size() - 1).predictedNanos();
        int strip = stripHeight(sorted.size());
        pen.text(NAMES, 26, title, true, Anchor.START);
        pen.text(TIME_LEFT, 50, "share of the power that computes, over the time", false, Anchor.START);
        pen.text(MEMBERS_LEFT, 50, "how much of its time each computes", false, Anchor.START);
        for (int index = 0; index < sorted.size(); index++) {
            SimulationOutcome outcome = sorted.get(index);
            double top = TOP + index * (double) (strip + STRIP_GAP);
            pen.text(NAMES, top + strip / 2.0 - 2, outcome.strategy(), true, Anchor.START);
            String figures = seconds((double) outcome.predictedNanos()) + ", "
                    + Figures.percent(outcome.use().efficiency());
            pen.text(NAMES, top + strip / 2.0 + 14, figures, false, Anchor.START);
            double end = TIME_LEFT + (TIME_RIGHT - TIME_LEFT) * outcome.predictedNanos() / longest;
            panel(pen, outcome.use().busyShares(), TIME_LEFT, end, TIME_RIGHT, top, strip);
            List<Double> members = new ArrayList<>(outcome.use().memberShares());
            members.sort(Comparator.reverseOrder());
            panel(pen, members, MEMBERS_LEFT, MEMBERS_RIGHT, MEMBERS_RIGHT, top, strip);
        }
        double below = TOP + sorted.size() * (double) (strip + STRIP_GAP) + 8;
        int most = sorted.stream().mapToInt(SimulationOutcome::members).max().orElse(1);
        pen.text(TIME_LEFT, below, "0", false, Anchor.MIDDLE);
        pen.text((TIME_LEFT + TIME_RIGHT) / 2.0, below, "time", false, Anchor.MIDDLE);
        pen.text(TIME_RIGHT, below, seconds(longest), false, Anchor.MIDDLE);
        pen.text(MEMBERS_LEFT, below, "1", false, Anchor.MIDDLE);
        pen.text((MEMBERS_LEFT + MEMBERS_RIGHT) / 2.0, below, "members", false, Anchor.MIDDLE);
        pen.text(MEMBERS_RIGHT, below, Figures.count(most), false, Anchor.MIDDLE);
    }

    private static String seconds(double nanos) {
        double seconds = nanos / NANOS_PER_SECOND;
        return seconds < 1 ? CommTable.duration(nanos) : Figures.seconds(seconds);
    }

    /**
     * Draws the left or right half of a strip as a step function. All steps have the same width.
     *
     * @param end the x coordinate at which the values end
     * @param right the right border
     */
    private static void panel(
            Pen pen, List<Double> values, double left, double end, double right, double top, double height) {
        pen.text(left - 6, top + 9, "100%", false, Anchor.END);
        pen.text(left - 6, top + height, "0%", false, Anchor.END);
        pen.line(new double[] {left, right}, new double[] {top, top}, GRID, Stroke.THIN);
        pen.line(new double[] {left, right}, new double[] {top + height, top + height}, GRID, Stroke.THIN);
        int points = values.size();
        double[] x = new double[2 * points + 2];
        double[] y = new double[2 * points + 2];
        x[0] = left;
        y[0] = top + height;
        for (int point = 0; point < points; point++) {
            x[2 * point + 1] = left + (end - left) * point / points;
            x[2 * point + 2] = left + (end - left) * (point + 1) / points;
            y[2 * point + 1] = top + height - height * values.get(point);
            y[2 * point + 2] = y[2 * point + 1];
        }
        x[2 * points + 1] = end;
        y[2 * points + 1] = top + height;
        pen.area(x, y, AREA);
        pen.line(x, y, LINE, Stroke.THIN);
    }
}
