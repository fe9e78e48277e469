package org.moide.command.page;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.moide.command.report.html.Note;
import org.moide.command.report.html.PageData;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.control.StatusJson;
import org.moide.coordinator.text.JsonText;

/** The data that the page of a run receives while the run is under way, as JSON in one line each. */
final class LiveJson {
    /** The greatest number of rows of a table; more cannot be read while they change. */
    static final int MOST_ROWS = 200;

    private LiveJson() {}

    /**
     * Returns the run's state.
     *
     * @param elapsed the seconds from the opening of the page to this state
     * @param notes lines about the run itself
     */
    static String status(String id, String words, RunStatus status, double elapsed, List<Note> notes) {
        return JsonText.forPage(json -> {
            StatusJson.fields(id, words, bounded(status), json);
            json.name("elapsed").value(elapsed);
            json.name("growing").value(status.work().growing());
            json.name("bag").value(status.work().bag());
            json.name("waiting").value(status.work().waiting());
            json.name("engineCount").value(status.engines().size());
            json.name("waitCount").value(status.waits().size());
            json.name("advised").beginArray();
            for (RunStatus.Advice advice : status.advice()) {
                json.value(advice.line());
            }
            json.endArray();
            json.name("notes");
            PageData.notes(notes, json);
        });
    }

    /**
     * Returns a status with shorter tables. If there are too many engines, it keeps active ones; if there are too many
     * events, it keeps the last ones.
     */
    private static RunStatus bounded(RunStatus status) {
        List<RunStatus.EngineStatus> engines = status.engines().size() <= MOST_ROWS
                ? status.engines()
                : status.engines().stream()
                        .filter(RunStatus.EngineStatus::isActive)
                        .limit(MOST_ROWS)
                        .toList();
        return new RunStatus(
                status.state(),
                status.seconds(),
                status.tasksDone(),
                status.tasksKnown(),
                last(status.epochs()),
                engines,
                last(status.changes()),
                status.work(),
                status.waits().subList(0, Math.min(MOST_ROWS, status.waits().size())),
                status.progress(),
                status.beside(),
                status.advice());
    }

    private static <T> List<T> last(List<T> all) {
        return all.subList(Math.max(0, all.size() - MOST_ROWS), all.size());
    }

    /** Returns the times of threads in these pieces of time. */
    static String pieces(List<Timeline.Piece> pieces) {
        return JsonText.forPage(json -> {
            json.name("pieces").beginArray();
            for (Timeline.Piece piece : pieces) {
                piece(piece, json);
            }
            json.endArray();
        });
    }

    private static void piece(Timeline.Piece piece, JsonWriter json) throws IOException {
        json.beginObject();
        json.name("from").value(piece.fromSeconds());
        json.name("to").value(piece.toSeconds());
        json.name("rows").beginObject();
        for (Map.Entry<Integer, List<List<Long>>> engine : piece.rows().entrySet()) {
            json.name(Integer.toString(engine.getKey())).beginArray();
            for (List<Long> row : engine.getValue()) {
                json.beginArray();
                for (Long part : row) {
                    json.value(part);
                }
                json.endArray();
            }
            json.endArray();
        }
        json.endObject();
        json.endObject();
    }

    /**
     * Returns the data for a run that ended without a report.
     *
     * @param how the line about its end
     */
    static String ended(String how) {
        return JsonText.forPage(json -> json.name("how").value(how));
    }
}
