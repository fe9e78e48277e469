package org.moide.command.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.moide.command.report.WholeReport;
import org.moide.command.report.html.Note;
import org.moide.commlib.trace.ThreadTrace;
import org.moide.commlib.trace.ThreadTraces;
import org.moide.coordinator.plan.PlanException;
import org.moide.engine.control.TraceChunk;

class TraceWriterTest {
    private static final long FAR_NANOS = 7_000_000_000_000L;

    private final StringWriter text = new StringWriter();
    private long now;

    /**
     * Returns a chunk of events of engine 1, whose machine started much earlier than the coordinator's, so that its
     * clock differs.
     */
    private TraceChunk chunk(ThreadTraces traces, long clock) {
        return new TraceChunk(0, traces.take(TraceChunk.MOST_BYTES), traces.takeDropped(), now + clock);
    }

    private ThreadTraces traces(long clock) {
        ThreadTraces made = new ThreadTraces(() -> now + clock);
        made.record(true);
        return made;
    }

    @Test
    void shouldPutTwoClocksAndBothEndsOfAMessageTogether() throws IOException {
        ThreadTraces here = traces(0);
        ThreadTraces there = traces(FAR_NANOS);
        TraceWriter writer = new TraceWriter(text, 0);
        ThreadTrace sender = here.of(0);
        ThreadTrace receiver = there.of(0);
        sender.begins("compute");
        receiver.begins("compute");
        for (int round = 0; round < 6; round++) {
            now += 1_000_000;
            sender.begins("send");
            sender.message(true, 1, 1_000 + round, 64);
            now += 1_000;
            sender.ends();
            receiver.begins("receive");
            now += 2_000_000;
            receiver.waited(0, 1_900_000);
            receiver.message(false, 0, 1_000 + round, 64);
            now += 1_000;
            receiver.ends();
            long delay = round == 2 ? 10_000 : 3_000_000;
            writer.add(0, chunk(here, 0), now + 1_000);
            writer.add(1, chunk(there, FAR_NANOS), now + delay);
        }
        sender.endsAll();
        receiver.endsAll();
        writer.add(0, chunk(here, 0), now);
        writer.add(1, chunk(there, FAR_NANOS), now);
        writer.end(WholeReport.report(), List.of(new Note(0.25, "engine-1 is \"lost\"")), 2_000_000, 0);

        List<JsonObject> events = TraceCheck.events(text.toString());

        assertThat(events.stream().filter(event -> event.get("ph").getAsString().equals("s")))
                .hasSize(6);
        JsonObject received = events.stream()
                .filter(event -> event.get("name").getAsString().equals("receive"))
                .findFirst()
                .orElseThrow();
        // wrong by the 10 us that the fastest chunk took
        assertThat(received.get("ts").getAsDouble()).isEqualTo(1_001 + 10);
        assertThat(events.stream().filter(event -> event.get("ph").getAsString().equals("i")))
                .extracting(event ->
                        event.get("name").getAsString() + " " + event.get("ts").getAsDouble())
                .containsExactly("loss 502000.0", "note 252000.0");
    }

    @Test
    void shouldTakeClocksOfOneMachineAsTheyAre() throws IOException {
        ThreadTraces traces = traces(0);
        TraceWriter writer = new TraceWriter(text, 0);
        traces.of(0).begins("send");
        now = 5_000;
        traces.of(0).ends();
        writer.add(3, chunk(traces, 0), now + TraceWriter.ONE_CLOCK_NANOS / 2);
        writer.end(null, List.of(), 0, 0);

        assertThat(TraceCheck.events(text.toString()))
                .filteredOn(event -> event.get("ph").getAsString().equals("X"))
                .extracting(event ->
                        event.get("ts").getAsString() + " " + event.get("dur").getAsString())
                .containsExactly("0.000 5.000");
    }

    @Test
    void shouldHaveABoundAndCountWhatIsBeyond() throws IOException {
        ThreadTraces traces = traces(0);
        TraceWriter writer = new TraceWriter(text, 0, 50);
        for (int slice = 0; slice < 100; slice++) {
            traces.of(0).begins("send");
            now++;
            traces.of(0).ends();
        }
        writer.add(0, chunk(traces, 0), now);
        writer.add(0, new TraceChunk(0, new byte[] {9, 9, 9}, 5, now), now);
        writer.end(null, List.of(), 0, 2);

        List<JsonObject> events = TraceCheck.events(text.toString());
        JsonObject end = events.get(events.size() - 1).getAsJsonObject("args");
        assertThat(events).hasSizeLessThan(60);
        long slices = events.stream()
                .filter(event -> event.get("ph").getAsString().equals("X"))
                .count();
        assertThat(end.get("dropped").getAsLong()).isEqualTo(100 - slices + 1 + 5 + 2);
    }

    @Test
    void shouldReadATraceWithoutAnEnd() throws IOException {
        ThreadTraces traces = traces(0);
        TraceWriter writer = new TraceWriter(text, 0);
        for (int slice = 0; slice < 20; slice++) {
            traces.of(0).begins("send");
            now += 1_500_000;
            traces.of(0).ends();
        }
        writer.add(0, chunk(traces, 0), now);
        writer.end(null, List.of(), 0, 0);
        String whole = text.toString();

        TraceSummary read = TraceSummary.of("t.json", new StringReader(whole));
        assertThat(read.broken()).isNull();
        assertThat(String.join("\n", read.lines())).isEqualTo("""
                        24 events on 1 thread, 0 messages between engines, 0 marks
                        engine/thread  slices  communicate
                        0/0                20       0.03 s""");
        for (int length = 100; length < whole.stripTrailing().length(); length++) {
            assertThat(TraceSummary.of("t.json", new StringReader(whole.substring(0, length)))
                            .broken())
                    .isEqualTo("it has no end");
        }
        assertThatThrownBy(() -> TraceSummary.of("t.json", new StringReader("root:x:0:0")))
                .isInstanceOf(PlanException.class)
                .hasMessageStartingWith("t.json: expected a trace of 'moide run --trace', found something else");
        assertThatThrownBy(() -> TraceSummary.of("t.json", new StringReader("")))
                .isInstanceOf(PlanException.class);
    }
}
