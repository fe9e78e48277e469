package org.moide.command.trace;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.text.Figures;
import org.moide.coordinator.text.Plural;
import org.moide.coordinator.text.TextTable;

/** A summary of a trace, a file in the Trace Event format. */
public final class TraceSummary {
    private static final double MICROS = 1e6;

    private static final int MOST_TRACKS = 10_000;

    private final Map<String, Map<String, Sum>> tracks = new TreeMap<>();
    private long events;
    private long flows;
    private long waitedFor;
    private long marks;
    private long strange;
    private long dropped;
    private boolean whole;
    private @Nullable String broken;

    private TraceSummary() {}

    private static final class Sum {
        private long count;
        private double seconds;
    }

    /**
     * Reads the file. If the file is incomplete because its run was killed, reads the complete part.
     *
     * @param name the file's name, for errors
     * @throws PlanException if it is not a trace
     */
    public static TraceSummary of(String name, Reader text) throws IOException {
        TraceSummary summary = new TraceSummary();
        JsonReader json = new JsonReader(text); // the caller closes the text
        try {
            begin(json);
            while (json.hasNext()) {
                JsonElement event = JsonParser.parseReader(json);
                if (event instanceof JsonObject object) {
                    summary.add(object);
                } else {
                    summary.strange++;
                }
            }
            json.endArray();
            summary.whole = true;
        } catch (JsonParseException | IllegalStateException | IOException unreadable) {
            boolean atEnd = text.read() < 0; // the parser's buffer holds less than a screen of the rest
            summary.broken = atEnd ? "it has no end" : "what follows is no event";
        }
        if (summary.events == 0 && summary.broken != null) {
            throw new PlanException(
                    name + ": expected a trace of 'moide run --trace', found something else: no event could be read");
        }
        return summary;
    }

    /**
     * Reads the file up to the first event. In the Trace Event format, events are in an array, or in an array within an
     * object.
     */
    private static void begin(JsonReader json) throws IOException {
        if (json.peek() == JsonToken.BEGIN_OBJECT) {
            json.beginObject();
            while (!json.nextName().equals("traceEvents")) {
                json.skipValue();
            }
        }
        json.beginArray();
    }

    private void add(JsonObject event) {
        String phase = text(event, "ph");
        events++;
        switch (phase) {
            case "X" -> {
                String track = text(event, "pid") + "/" + text(event, "tid");
                if (tracks.size() < MOST_TRACKS || tracks.containsKey(track)) {
                    Sum sum = tracks.computeIfAbsent(track, none -> new TreeMap<>())
                            .computeIfAbsent(text(event, "cat"), none -> new Sum());
                    sum.count++;
                    sum.seconds += number(event.get("dur")) / MICROS;
                }
            }
            case "s" -> {
                if (text(event, "cat").equals(TraceWriter.WAITED_FOR)) {
                    waitedFor++;
                } else {
                    flows++;
                }
            }
            case "i" -> marks++;
            case "M" -> {
                if (event.get("args") instanceof JsonObject about && about.has("dropped")) {
                    dropped += Math.round(number(about.get("dropped")));
                }
            }
            case "" -> strange++;
            default -> {}
        }
    }

    private static String text(JsonObject event, String name) {
        return event.get(name) instanceof JsonPrimitive value ? value.getAsString() : "";
    }

    private static double number(@Nullable JsonElement element) {
        return element instanceof JsonPrimitive value && value.isNumber() ? value.getAsDouble() : 0;
    }

    /**
     * Returns the lines for the terminal: what the file contains, a line for each thread, and what could not be read.
     */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(Figures.count(events) + " events on " + Plural.of(tracks.size(), "thread") + ", "
                + Figures.count(flows) + " messages between engines, "
                + (waitedFor == 0 ? "" : Figures.count(waitedFor) + " waits for others in collectives, ")
                + Figures.count(marks) + " marks"
                + (dropped == 0 ? "" : "; " + Figures.count(dropped) + " had no room and were dropped"));
        List<String> categories = tracks.values().stream()
                .flatMap(of -> of.keySet().stream())
                .distinct()
                .sorted()
                .toList();
        List<String> heads = new ArrayList<>(List.of("engine/thread", "slices"));
        heads.addAll(categories);
        TextTable table = new TextTable("l" + "r".repeat(heads.size() - 1), heads.toArray(String[]::new));
        tracks.forEach((track, sums) -> {
            List<String> row = new ArrayList<>(List.of(
                    track,
                    Figures.count(
                            sums.values().stream().mapToLong(sum -> sum.count).sum())));
            for (String category : categories) {
                Sum sum = sums.get(category);
                row.add(sum == null ? "-" : Figures.seconds(sum.seconds));
            }
            table.row(row.toArray(String[]::new));
        });
        if (!tracks.isEmpty()) {
            lines.addAll(table.lines());
        }
        if (strange > 0) {
            lines.add(Figures.count(strange) + " of them are no events");
        }
        return lines;
    }

    /** Returns why the rest of the file could not be read; null if the file is complete. */
    public @Nullable String broken() {
        return whole ? null : broken;
    }
}
