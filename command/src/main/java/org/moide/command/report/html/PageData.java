package org.moide.command.report.html;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.util.List;
import org.moide.command.report.RunJson;
import org.moide.command.report.limit.Efficiency;
import org.moide.command.report.limit.EndLines;
import org.moide.command.report.limit.LimitFinding;
import org.moide.command.report.limit.Limits;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.text.JsonText;

/**
 * The data for the page's script, as JSON in one line: {@code run.json} shortened, and derived figures. Characters such
 * as {@code <} are escaped, so that it can be embedded in a page.
 */
public final class PageData {
    private PageData() {}

    /**
     * Returns the data for the page.
     *
     * @param about a line for the reader that names the run and the version
     * @param notes the lines that the run printed about itself
     */
    public static String text(RunReport report, String about, List<Note> notes) {
        Bounded bounded = Bounded.of(report);
        return JsonText.forPage(json -> {
            json.name("about").value(about);
            json.name("engines").value(report.engines().size());
            json.name("threads")
                    .value(report.engines().stream()
                            .mapToInt(engine -> engine.threads().size())
                            .sum());
            json.name("threadRows").value(bounded.threadRows());
            json.name("shortened").value(bounded.shortened());
            json.name("rows").beginArray();
            for (Bounded.Row row : bounded.rows()) {
                json.beginObject();
                json.name("label").value(row.label());
                json.name("threads").value(row.threads());
                json.endObject();
            }
            json.endArray();
            efficiency(Efficiency.of(report), json);
            json.name("limits").beginArray();
            for (LimitFinding finding : Limits.of(report)) {
                json.beginObject();
                json.name("kind").value(finding.kind().name());
                json.name("share").value(finding.share());
                json.name("sentence").value(finding.sentence());
                json.name("advice").value(finding.advice());
                json.endObject();
            }
            json.endArray();
            json.name("mayBeFine").value(Limits.mayBeFine(report));
            json.name("broken").beginArray();
            for (String sentence : Limits.brokenPromises(report)) {
                json.value(sentence);
            }
            json.endArray();
            json.name("advised").beginArray();
            for (String line : EndLines.advised(bounded.report())) {
                json.value(line);
            }
            json.endArray();
            json.name("notes");
            notes(notes, json);
            json.name("run");
            RunJson.write(bounded.report(), json);
        });
    }

    /** Writes the notes as an array. */
    public static void notes(List<Note> notes, JsonWriter json) throws IOException {
        json.beginArray();
        for (Note note : notes) {
            json.beginObject();
            json.name("at").value(note.atSeconds());
            json.name("line").value(note.line());
            json.endObject();
        }
        json.endArray();
    }

    private static void efficiency(Efficiency figures, JsonWriter json) throws IOException {
        json.name("efficiency").beginObject();
        JsonText.number("parallel", figures.parallel(), json);
        JsonText.number("loadBalance", figures.loadBalance(), json);
        JsonText.number("communication", figures.communication(), json);
        JsonText.number("processor", figures.processor(), json);
        JsonText.number("speedUp", figures.speedUp(), json);
        JsonText.number("weightedSpeedUp", figures.weightedSpeedUp(), json);
        JsonText.number("bestWeightedSpeedUp", figures.bestWeightedSpeedUp(), json);
        json.endObject();
    }
}
