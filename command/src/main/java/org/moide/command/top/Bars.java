package org.moide.command.top;

import java.util.List;
import org.moide.engine.control.ThreadTime;

/** Charts made of characters. */
final class Bars {
    private static final String HEIGHTS = "\u2581\u2582\u2583\u2584\u2585\u2586\u2587\u2588";

    private Bars() {}

    /** Returns a horizontal bar for a fraction of 1; the rest of the width is dots. */
    static Line bar(double part, int width, Style style) {
        int full = (int) Math.round(Math.max(0, Math.min(1, part)) * width);
        return new Line().add("\u2588".repeat(full), style).add("\u00b7".repeat(width - full), Style.DIM);
    }

    /** Returns a chart of fractions of 1 with one character for each, the newest at the right. */
    static String sparkline(List<Double> parts, int width) {
        StringBuilder line = new StringBuilder();
        for (Double part : parts.subList(Math.max(0, parts.size() - width), parts.size())) {
            double within = Double.isNaN(part) ? 0 : Math.max(0, Math.min(1, part));
            line.append(HEIGHTS.charAt((int) Math.round(within * (HEIGHTS.length() - 1))));
        }
        return line.toString();
    }

    /** Returns a bar that shows how a thread spent its time, with a character for each kind of time. */
    static Line thread(ThreadTime time, int width) {
        long[] parts = {
            time.computeNanos(),
            time.communicateNanos(),
            time.waitNanos(),
            time.fetchNanos(),
            time.checkpointNanos() + time.migrateNanos()
        };
        String[] letters = {"\u2588", "\u2593", "\u2591", "\u2592", "+"};
        Style[] styles = {Style.COMPUTE, Style.COMMUNICATE, Style.WAIT, Style.FETCH, Style.OTHER};
        double all = Math.max(1, time.wallNanos());
        Line line = new Line();
        double sum = 0;
        int shown = 0;
        for (int part = 0; part < parts.length; part++) {
            sum += parts[part];
            int until = (int) Math.round(Math.min(1, sum / all) * width);
            line.add(letters[part].repeat(Math.max(0, until - shown)), styles[part]);
            shown = Math.max(shown, until);
        }
        return line.padded(width);
    }

    /** Returns the legend for the characters of {@link #thread}. */
    static Line legend() {
        return new Line()
                .add("\u2588", Style.COMPUTE)
                .add(" compute  ", Style.PLAIN)
                .add("\u2593", Style.COMMUNICATE)
                .add(" communicate  ", Style.PLAIN)
                .add("\u2591", Style.WAIT)
                .add(" wait  ", Style.PLAIN)
                .add("\u2592", Style.FETCH)
                .add(" fetch  ", Style.PLAIN)
                .add("+", Style.OTHER)
                .add(" keep states", Style.PLAIN);
    }
}
