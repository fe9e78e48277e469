package org.moide.command.report.measured;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.moide.command.report.measured.Breakdown.Bar;
import org.moide.command.report.measured.Breakdown.Group;
import org.moide.command.report.measured.Breakdown.Part;
import org.moide.command.report.measured.Picture.Anchor;
import org.moide.command.report.measured.Picture.Pen;
import org.moide.command.report.measured.Picture.Stroke;
import org.moide.coordinator.text.Figures;

/** A drawing of a {@link Breakdown} as stacked bars, in SVG, or in PNG if the file's name ends in {@code .png}. */
public final class BreakdownPlot {
    private static final int LEFT = 76;
    private static final int TOP = 92;
    private static final int BOTTOM = 372;
    private static final int HEIGHT = 450;
    private static final double LINE = 15;
    private static final int BETWEEN_GROUPS = 28;
    private static final int BETWEEN_ENGINES = 8;
    private static final int RIGHT_MARGIN = 24;
    private static final int LEAST_WIDTH = 640;
    private static final int LEGEND_STEP = 120;
    private static final int LEGEND_SQUARE = 12;

    /** The greatest width of a slot, the space for one bar. A label of two lines fits into it. */
    private static final int WIDEST_SLOT = 84;

    private static final int NARROWEST_SLOT = 10;
    private static final int ALL_SLOTS = 860;

    /** The least width of a slot that shows the bar's time as text; in narrower slots texts would overlap. */
    private static final int SLOT_WITH_TIME = 44;

    private static final int SLOT_WITH_LABEL = 20;
    /** The assumed width of a character in pixels; fonts differ. */
    private static final double LETTER = 6.9;

    private static final double BIG_LETTER = 9;
    private static final int MOST_LABEL_LETTERS = 60;
    private static final double BAR_OF_SLOT = 0.72;
    private static final String GRID = "#d0d0d0";
    private static final String FRAME = "#808080";

    private BreakdownPlot() {}

    /**
     * Draws a breakdown of where time went as bars, and writes the picture to a file, which it replaces.
     *
     * @throws UncheckedIOException if it cannot be written
     */
    public static void write(Breakdown breakdown, Path file) {
        Picture.write(width(breakdown), HEIGHT, pen -> draw(breakdown, pen), file);
    }

    /** Returns the chart as SVG. */
    static String svg(Breakdown breakdown) {
        return Picture.svg(width(breakdown), HEIGHT, pen -> draw(breakdown, pen));
    }

    private static int slot(Breakdown breakdown) {
        boolean isLabelled = breakdown.groups().stream()
                .flatMap(group -> group.bars().stream())
                .anyMatch(bar -> bar.label().size() > 1);
        return isLabelled
                ? WIDEST_SLOT
                : Math.max(NARROWEST_SLOT, Math.min(WIDEST_SLOT, ALL_SLOTS / Math.max(1, breakdown.bars())));
    }

    private static int width(Breakdown breakdown) {
        double inside = breakdown.groups().stream()
                .mapToDouble(group -> room(group, slot(breakdown)))
                .sum();
        return Math.max(LEAST_WIDTH, LEFT + (int) Math.ceil(inside) + RIGHT_MARGIN);
    }

    /**
     * Returns the width that a group needs: that of its bars, or of its label if the label is wider, and the gap after
     * the group.
     */
    private static double room(Group group, int slot) {
        return Math.max(
                        bars(group, slot),
                        cut(group.label(), MOST_LABEL_LETTERS).length() * LETTER)
                + BETWEEN_GROUPS;
    }

    private static double bars(Group group, int slot) {
        long apart = group.bars().stream().filter(Bar::isApart).count();
        return (double) group.bars().size() * slot + (double) apart * BETWEEN_ENGINES;
    }

    private static String cut(String text, int letters) {
        return text.length() <= letters ? text : text.substring(0, Math.max(0, letters - 3)) + "...";
    }

    private static void draw(Breakdown breakdown, Pen pen) {
        int right = width(breakdown) - RIGHT_MARGIN;
        pen.text(LEFT, 26, cut(breakdown.title(), (int) ((right - LEFT) / BIG_LETTER)), true, Anchor.START);
        pen.text(LEFT, 46, "seconds of each part; " + breakdown.bar(), false, Anchor.START);
        legend(breakdown.parts(), pen);
        Scale scale = Scale.upTo(breakdown.longest());
        for (int tick = 0; tick * scale.step <= scale.most * (1 + 1e-9); tick++) {
            double y = scale.y(tick * scale.step);
            pen.line(new double[] {LEFT, right}, new double[] {y, y}, tick == 0 ? FRAME : GRID, Stroke.THIN);
            pen.text(LEFT - 8, y + 4, scale.text(tick * scale.step), false, Anchor.END);
        }
        int slot = slot(breakdown);
        double x = LEFT;
        for (Group group : breakdown.groups()) {
            double room = room(group, slot);
            draw(group, slot, x + (room - bars(group, slot)) / 2, scale, pen);
            int lines = group.bars().stream()
                    .mapToInt(bar -> bar.label().size())
                    .max()
                    .orElse(0);
            pen.text(
                    x + room / 2,
                    BOTTOM + 26 + LINE * lines,
                    cut(group.label(), MOST_LABEL_LETTERS),
                    false,
                    Anchor.MIDDLE);
            x += room;
        }
    }

    private static void legend(List<Part> parts, Pen pen) {
        for (int index = 0; index < parts.size(); index++) {
            double x = LEFT + (double) index * LEGEND_STEP;
            box(x, x + LEGEND_SQUARE, 60, 60 + LEGEND_SQUARE, parts.get(index).colour(), pen);
            pen.text(x + LEGEND_SQUARE + 6, 71, parts.get(index).label(), false, Anchor.START);
        }
    }

    private static void draw(Group group, int slot, double from, Scale scale, Pen pen) {
        int every = Math.max(1, (SLOT_WITH_LABEL + slot - 1) / slot);
        double x = from;
        for (int index = 0; index < group.bars().size(); index++) {
            Bar bar = group.bars().get(index);
            x += bar.isApart() ? BETWEEN_ENGINES : 0;
            double margin = slot * (1 - BAR_OF_SLOT) / 2;
            double below = 0;
            for (Part part : Part.values()) {
                double seconds = bar.of(part);
                if (seconds > 0) {
                    box(x + margin, x + slot - margin, scale.y(below + seconds), scale.y(below), part.colour(), pen);
                    below += seconds;
                }
            }
            double middle = x + slot / 2.0;
            if (slot >= SLOT_WITH_TIME) {
                pen.text(middle, scale.y(below) - 5, Figures.seconds(below), false, Anchor.MIDDLE);
            }
            if (index % every == 0) {
                for (int line = 0; line < bar.label().size(); line++) {
                    pen.text(middle, BOTTOM + 17 + LINE * line, bar.label().get(line), false, Anchor.MIDDLE);
                }
            }
            x += slot;
        }
    }

    private static void box(double left, double right, double top, double bottom, String colour, Pen pen) {
        pen.area(new double[] {left, right, right, left}, new double[] {top, top, bottom, bottom}, colour);
    }

    /**
     * A scale from 0 to a round number of seconds.
     *
     * @param step the seconds between two grid lines
     */
    private record Scale(double step, double most) {
        private static final int LINES = 5;

        static Scale upTo(double longest) {
            double least = Math.max(longest, 1e-6) / LINES;
            double power = Math.pow(10, Math.floor(Math.log10(least)));
            double step = 10 * power;
            for (int times : new int[] {5, 2, 1}) {
                if (times * power >= least) {
                    step = times * power;
                }
            }
            return new Scale(step, step * Math.ceil(Math.max(longest, 1e-6) / step));
        }

        double y(double seconds) {
            return BOTTOM - (BOTTOM - TOP) * seconds / most;
        }

        String text(double seconds) {
            int digits = (int) Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
            return String.format(Locale.ROOT, "%." + digits + "f s", seconds);
        }
    }
}
