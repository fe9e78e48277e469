package org.moide.command.history;

import com.google.gson.JsonParseException;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.Reader;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import org.moide.command.report.ReportReader;
import org.moide.command.report.RunJson;
import org.moide.command.report.html.HtmlReport;
import org.moide.command.report.html.Note;
import org.moide.command.report.html.PageData;
import org.moide.coordinator.control.KeptRun;
import org.moide.coordinator.text.JsonFields;
import org.moide.coordinator.text.JsonText;

/**
 * The file format of a kept run. The list entry comes first, so that a command which lists runs need not read the rest.
 */
final class KeptText {
    /** The greatest length of a file in characters. A longer report is shortened as for the page in a browser. */
    static final int MOST_LETTERS = 256 << 10;

    private static final int FORMAT = 1;
    private static final int MOST_WORDS = 500;

    private KeptText() {}

    /** Returns the text for a run. Shortens it if it is too large. */
    static String text(KeptReport kept) throws IOException {
        String whole = written(kept);
        String text = whole.length() <= MOST_LETTERS
                ? whole
                : written(new KeptReport(kept.head(), HtmlReport.bounded(kept.report()), kept.notes()));
        if (text.length() > 2 * MOST_LETTERS) {
            throw new IOException("what is known of it has " + text.length() + " letters, of which " + 2 * MOST_LETTERS
                    + " may be kept");
        }
        return text;
    }

    private static String written(KeptReport kept) {
        return JsonText.line(json -> {
                    json.name("moideHistory").value(FORMAT);
                    head(kept.head(), json);
                    json.name("notes");
                    PageData.notes(kept.notes(), json);
                    json.name("report");
                    RunJson.write(kept.report(), json);
                })
                + "\n";
    }

    /** Writes the fields of the list entry. */
    static void head(KeptRun run, JsonWriter json) throws IOException {
        json.name("run").value(run.id());
        json.name("endedAt").value(run.endedAt().toString());
        json.name("ending").value(cut(run.ending()));
        json.name("application").value(cut(run.words()));
        json.name("seconds").value(run.seconds());
        json.name("engines").value(run.engines());
        json.name("threads").value(run.threads());
        if (Double.isFinite(run.efficiency())) {
            json.name("efficiency").value(run.efficiency());
        }
    }

    private static String cut(String text) {
        return text.length() <= MOST_WORDS ? text : text.substring(0, MOST_WORDS) + "...";
    }

    /**
     * Reads the list entry and nothing after it.
     *
     * @throws JsonParseException if the text is malformed
     */
    static KeptRun head(Reader text) throws IOException {
        String id = "";
        String endedAt = "";
        String ending = "";
        String words = "";
        double seconds = 0;
        int engines = 0;
        int threads = 0;
        double efficiency = Double.NaN;
        try {
            JsonReader json = new JsonReader(text); // the caller closes the text
            json.beginObject();
            if (!json.nextName().equals("moideHistory") || json.nextInt() != FORMAT) {
                throw new JsonParseException("expected a run of moideHistory " + FORMAT + ", found something else");
            }
            boolean more = true;
            while (more && json.hasNext()) {
                switch (json.nextName()) {
                    case "run" -> id = json.nextString();
                    case "endedAt" -> endedAt = json.nextString();
                    case "ending" -> ending = json.nextString();
                    case "application" -> words = json.nextString();
                    case "seconds" -> seconds = json.nextDouble();
                    case "engines" -> engines = json.nextInt();
                    case "threads" -> threads = json.nextInt();
                    case "efficiency" -> efficiency = json.nextDouble();
                    case "notes" -> more = false;
                    default -> json.skipValue();
                }
            }
            return new KeptRun(id, Instant.parse(endedAt), ending, words, seconds, engines, threads, efficiency);
        } catch (IllegalStateException | NumberFormatException | DateTimeException malformed) {
            throw new JsonParseException(malformed.getMessage(), malformed);
        }
    }

    /**
     * Reads everything after the list entry.
     *
     * @param head the entry, read before
     * @throws JsonParseException if the text is malformed
     */
    static KeptReport report(KeptRun head, String text) {
        JsonFields json = JsonFields.parse(text);
        List<Note> notes = json.all("notes").stream()
                .map(note -> new Note(note.seconds("at"), note.text("line")))
                .toList();
        return new KeptReport(head, ReportReader.of(json.fields("report")), notes);
    }
}
