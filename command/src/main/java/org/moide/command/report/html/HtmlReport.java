package org.moide.command.report.html;

import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.moide.command.report.limit.Limits;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.text.WholeFile;

/** Writer of a run's report as one page, which needs no other file and asks nobody for anything. */
public final class HtmlReport {
    private HtmlReport() {}

    /**
     * Writes the file, as a whole or not at all.
     *
     * @param about which run of what version it was, for the reader
     * @param notes what the run said of itself
     * @throws java.io.UncheckedIOException if it cannot be written
     */
    public static void write(RunReport report, String about, List<Note> notes, Path file) {
        WholeFile.write(text(report, about, notes), file, "page");
    }

    /**
     * Returns which run it was, for the reader of a page.
     *
     * @param moide the version that ran it
     */
    public static String about(String runId, Instant ended, String moide) {
        String when = DateTimeFormatter.ofPattern("d MMM yyyy HH:mm", Locale.ROOT)
                .format(ended.atZone(ZoneId.systemDefault()));
        return "run " + runId + ", ended " + when + ", MOIDE " + moide;
    }

    /**
     * Returns the part of a report that a page shows: threads become their engine's mean, and long lists lose their
     * end.
     */
    public static RunReport bounded(RunReport report) {
        return Bounded.of(report).report();
    }

    /** Returns the page. */
    static String text(RunReport report, String about, List<Note> notes) {
        PageParts parts = PageParts.withScripts("report.js");
        String policy = parts.policy() + "; base-uri 'none'; form-action 'none'";
        return parts.page(
                "<meta http-equiv=\"Content-Security-Policy\" content=\"" + policy + "\">\n",
                "<main id=\"report\"></main>\n<noscript><p>"
                        + PageParts.escaped(Limits.of(report).get(0).line())
                        + "</p><p>The rest of this page is drawn by its script, which this browser does not run.</p></noscript>\n"
                        + "<script type=\"application/json\" id=\"data\">" + PageData.text(report, about, notes)
                        + "</script>\n");
    }
}
