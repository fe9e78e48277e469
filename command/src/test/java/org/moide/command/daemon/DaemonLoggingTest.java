package org.moide.command.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class DaemonLoggingTest {
    private static String line(Level level, String message) {
        LogRecord logged = new LogRecord(level, message);
        logged.setInstant(Instant.parse("2026-11-25T18:40:12.345678Z"));
        return new DaemonLogging.Line("node7").format(logged).stripTrailing();
    }

    @Test
    void shouldSayWhenHowImportantAndWhereInOneLine() {
        assertThat(line(Level.INFO, "run 4k2: engine-1 is ready"))
                .isEqualTo("2026-11-25T18:40:12.345Z INFO node7 run 4k2: engine-1 is ready");
        assertThat(line(Level.SEVERE, "a")).isEqualTo("2026-11-25T18:40:12.345Z ERROR node7 a");
        assertThat(line(Level.FINE, "a")).contains(" DEBUG ");
        assertThat(line(Level.WARNING, "what somebody sent\n2026-11-25T18:40:13Z INFO node7 all is well"))
                .as("nobody else's lines")
                .doesNotContain("\n")
                .startsWith("2026-11-25T18:40:12.345Z WARNING node7 what somebody sent; 2026");
    }

    @Test
    void shouldShowWhatWasThrown() {
        LogRecord logged = new LogRecord(Level.SEVERE, "unexpected fault in here");
        logged.setThrown(new IllegalStateException("why"));
        assertThat(new DaemonLogging.Line("h").format(logged))
                .contains("unexpected fault in here")
                .contains("java.lang.IllegalStateException: why");
    }
}
