package org.moide.command.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.commlib.Slice;
import org.moide.coordinator.run.TestRun;
import org.moide.engine.Application;
import org.moide.engine.ComputeThread;

class FlightRecordingTest {
    @TempDir
    Path folder;

    /** An application whose ID 0 sends a large message to ID 1 after a delay. */
    private static final class Late implements Application {
        @Override
        public void run(ComputeThread self) {
            double[] data = new double[20_000];
            self.comm().remoteBarrier();
            if (self.id() == 0) {
                long until = System.nanoTime() + Duration.ofMillis(20).toNanos();
                while (System.nanoTime() < until) {
                    data[0]++;
                }
                self.comm().send(1, 4, Slice.of(data));
            } else {
                self.comm().receive(0, 4, Slice.of(data));
            }
        }
    }

    @Test
    void shouldHaveEventsOfComputingWaitingMessagesAndEpochs() throws Exception {
        try (Recording recording = new Recording()) {
            recording.start();
            TestRun.of(Late::new, 1, 1).run();
            recording.stop();
            Path file = folder.resolve("run.jfr");
            recording.dump(file);
            List<RecordedEvent> events = RecordingFile.readAllEvents(file);

            assertThat(named(events, "moide.Epoch"))
                    .hasSize(2)
                    .allSatisfy(event -> assertThat(event.getInt("ids")).isEqualTo(2));
            assertThat(named(events, "moide.Compute"))
                    .extracting(event -> event.getInt("engine"))
                    .contains(1);
            RecordedEvent wait = named(events, "moide.Wait").stream()
                    .filter(event -> event.getString("primitive").equals("receive"))
                    .findFirst()
                    .orElseThrow();
            assertThat(wait.getInt("forEngine")).isZero();
            assertThat(wait.getDuration("waited")).isBetween(Duration.ofMillis(1), wait.getDuration());
            assertThat(named(events, "moide.Message"))
                    .anyMatch(event -> event.getBoolean("sent") && event.getLong("bytes") == 160_000)
                    .anyMatch(event -> !event.getBoolean("sent") && event.getInt("engine") == 1);
        }
    }

    private static List<RecordedEvent> named(List<RecordedEvent> events, String name) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals(name))
                .toList();
    }
}
