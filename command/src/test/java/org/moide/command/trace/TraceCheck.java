package org.moide.command.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Checks that a trace has the properties which viewers of traces need. */
final class TraceCheck {
    private record Slice(BigDecimal start, BigDecimal end, String name) {}

    private TraceCheck() {}

    /**
     * Returns the events of a trace. First checks that slices nest and that both ends of each arrow are inside a slice.
     */
    static List<JsonObject> events(String text) {
        List<JsonObject> events = new ArrayList<>();
        Map<String, List<Slice>> tracks = new HashMap<>();
        Map<Long, JsonObject> begins = new HashMap<>();
        Map<Long, JsonObject> ends = new HashMap<>();
        for (JsonElement element : JsonParser.parseString(text).getAsJsonArray()) {
            JsonObject event = element.getAsJsonObject();
            events.add(event);
            switch (event.get("ph").getAsString()) {
                case "X" -> {
                    BigDecimal start = event.get("ts").getAsBigDecimal();
                    tracks.computeIfAbsent(track(event), none -> new ArrayList<>())
                            .add(new Slice(
                                    start,
                                    start.add(event.get("dur").getAsBigDecimal()),
                                    event.get("name").getAsString()));
                }
                case "s" ->
                    assertThat(begins.put(event.get("id").getAsLong(), event)).isNull();
                case "f" ->
                    assertThat(ends.put(event.get("id").getAsLong(), event)).isNull();
                default -> assertThat(event.get("ph").getAsString()).isIn("M", "i");
            }
        }
        tracks.forEach(TraceCheck::mustNest);
        assertThat(begins.keySet()).isEqualTo(ends.keySet());
        begins.forEach((id, begin) -> {
            JsonObject end = ends.get(id);
            assertThat(end.get("ts").getAsBigDecimal())
                    .isGreaterThanOrEqualTo(begin.get("ts").getAsBigDecimal());
            assertThat(track(end)).isNotEqualTo(track(begin));
            assertThat(end.get("bp").getAsString())
                    .as("it ends in the slice that is open")
                    .isEqualTo("e");
            assertThat(end.get("cat"))
                    .as("a viewer joins what has the same name, kind and ID")
                    .isEqualTo(begin.get("cat"));
            assertThat(end.get("name")).isEqualTo(begin.get("name"));
            mustLieInASlice(begin, tracks);
            mustLieInASlice(end, tracks);
        });
        return events;
    }

    private static String track(JsonObject event) {
        return event.get("pid") + "/" + event.get("tid");
    }

    private static void mustNest(String track, List<Slice> slices) {
        slices.sort(Comparator.comparing(Slice::start).thenComparing(Slice::end, Comparator.reverseOrder()));
        Deque<Slice> open = new ArrayDeque<>();
        for (Slice slice : slices) {
            while (!open.isEmpty() && open.peek().end().compareTo(slice.start()) <= 0) {
                open.pop();
            }
            if (!open.isEmpty()) {
                assertThat(slice.end())
                        .as(track + ": " + slice)
                        .isLessThanOrEqualTo(open.peek().end());
            }
            open.push(slice);
        }
    }

    private static void mustLieInASlice(JsonObject end, Map<String, List<Slice>> tracks) {
        BigDecimal at = end.get("ts").getAsBigDecimal();
        assertThat(tracks.get(track(end)))
                .as(end.toString())
                .anyMatch(
                        slice -> slice.start().compareTo(at) <= 0 && slice.end().compareTo(at) >= 0);
    }
}
