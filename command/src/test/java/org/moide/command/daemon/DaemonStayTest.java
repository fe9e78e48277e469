package org.moide.command.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.coordinator.plan.EngineDaemonPlan;

class DaemonStayTest {
    @TempDir
    Path folder;

    private long nowNanos;

    @Test
    void shouldEndWhenThereHasBeenNoEngineForSoLong() {
        DaemonStay stay = new DaemonStay(new EngineDaemonPlan.Stay(null, 10, null), () -> nowNanos, nobody());
        stay.begin(1, "here");
        assertThat(afterMinutes(stay, 9, 0)).isFalse();
        assertThat(afterMinutes(stay, 9, 2)).as("engines are here").isFalse();
        assertThat(afterMinutes(stay, 9, 0)).isFalse();
        assertThat(afterMinutes(stay, 1, 0)).isTrue();
    }

    @Test
    void shouldStayForGoodAndWriteItsPortDown() {
        Path file = folder.resolve("port");
        DaemonStay stay = new DaemonStay(new EngineDaemonPlan.Stay(file, 0, null), () -> nowNanos, nobody());
        stay.begin(4711, "here");
        assertThat(file).hasContent("4711\n");
        assertThat(afterMinutes(stay, 1_000_000, 0)).isFalse();
    }

    @Test
    void shouldEndWhenAFileSaysSo() throws IOException {
        Path over = folder.resolve("over");
        DaemonStay stay = new DaemonStay(new EngineDaemonPlan.Stay(null, 0, over), () -> nowNanos, nobody());
        assertThat(stay.isOver(1)).isFalse();
        Files.createFile(over);
        assertThat(stay.isOver(1)).isTrue();
    }

    private static ServiceManager nobody() {
        return new ServiceManager(Map.of(), "systemd-notify", line -> {});
    }

    private boolean afterMinutes(DaemonStay stay, long minutes, int engines) {
        nowNanos += TimeUnit.MINUTES.toNanos(minutes);
        return stay.isOver(engines);
    }
}
