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

/** A writer of a run's report as a single HTML page, which loads no other files. */
public final class HtmlReport {
    private HtmlReport() {}

    /**
     * Writes the file, completely or not at all.
     *
     * @param about a line for the reader that names the run and the version
     * @param notes the lines that the run printed about itself
     * @throws java.io.UncheckedIOException if it cannot be written
     */
    public static void write(RunReport report, String about, List<Note> notes, Path file) {
        WholeFile.write(text(report, about, notes), file, "page");
    }

    /**
     * Returns the line that identifies a run on a page.
     *
     * @param moide the version of MOIDE that ran it
     */
    public static String about(String runId, Instant ended, String moide) {
        String when = DateTimeFormatter.ofPattern("d MMM yyyy HH:mm", Locale.ROOT)
                .format(ended.atZone(ZoneId.systemDefault()));
        return "run " + runId + ", ended " + when + ", MOIDE " + moide;
    }

    /** Returns the report shortened for a page: threads are averaged by engine, and long lists are cut. */
    public static RunReport bounded(RunReport report) {
        return Bounded.of(report).report();
    }

    /** Returns the page's HTML. */
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
