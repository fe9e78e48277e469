package org.moide.coordinator.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.moide.commlib.Slice;
import org.moide.coordinator.run.TestRun;
import org.moide.engine.Application;
import org.moide.engine.ComputeThread;
import org.moide.engine.control.TaskSettings;

@Timeout(120)
class TracedRunTest {
    /** IDs tell their neighbours something, meet, and keep their state. */
    private static final class Neighbours implements Application {
        @Override
        public void run(ComputeThread self) {
            int[] step = self.restore(() -> new int[1]);
            double[] out = new double[100];
            double[] in = new double[100];
            while (step[0] < 20) {
                int partner = self.id() ^ 1;
                self.comm().exchange(partner, 3, Slice.of(out), Slice.of(in));
                if (self.id() % 2 == 0) {
                    self.comm().send(partner, 4, Slice.of(out));
                } else {
                    self.comm().receive(partner, 4, Slice.of(in));
                }
                self.comm().remoteBarrier();
                step[0]++;
                self.checkpoint(step);
            }
        }
    }

    @Test
    void shouldTellOfEachThreadWhatItDidAndOfEachMessageBothEnds() throws Exception {
        TestRun run = TestRun.of(Neighbours::new, 1, 2, 1).with(TaskSettings.DEFAULT.traced(true));
        run.run();

        StringWriter text = new StringWriter();
        TraceWriter writer = new TraceWriter(text, 0);
        for (TestRun.Traced told : run.chunks) {
            writer.add(told.engine(), told.chunk(), told.chunk().nowNanos());
        }
        writer.end(null, List.of(), 0, 0);
        List<JsonObject> events = TraceCheck.events(text.toString());

        for (String name : List.of("exchange", "send", "receive", "remoteBarrier", "checkpoint", "compute")) {
            assertThat(events)
                    .as(name)
                    .anyMatch(event -> event.get("name").getAsString().equals(name));
        }
        assertThat(events.stream()
                        .filter(event -> event.get("name").getAsString().equals("compute")))
                .hasSize(4);
        // IDs 0 and 1 are on two engines, and so are 2 and 3: of each pair two exchange, one sends.
        assertThat(events.stream().filter(event -> event.get("ph").getAsString().equals("s")))
                .hasSize(2 * 20 * 3);
    }

    @Test
    void shouldTellNothingIfNobodyWantsToKnow() throws Exception {
        TestRun run = TestRun.of(Neighbours::new, 1, 1);
        run.run();

        assertThat(run.chunks).isEmpty();
    }
}
