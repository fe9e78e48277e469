package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a monitor and a daemon in processes of their own. Other tests check in one JVM which monitors commands ask. */
class MonitorStoryTest {
    private static final Pattern ADDRESS = Pattern.compile("serves at (127.0.0.1:\\d+)");

    @TempDir
    Path home;

    @Test
    void shouldKnowADaemonThatReportsAndSayWhenItEnds() throws Exception {
        try (MoideProcess monitor = MoideProcess.start(home, "monitor", "--bind", "127.0.0.1", "--port", "0")) {
            monitor.awaitError("serves at");
            String at = address(monitor);
            try (MoideProcess daemon = MoideProcess.start(
                    home, "engine", "--bind", "127.0.0.1", "--port", "0", "--monitor", at, "--label", "gpu")) {
                monitor.awaitError("is known");
                daemon.terminate();
                monitor.awaitError("is down: its daemon was told to end");
            }
            assertThat(monitor.endsSoon()).as("it goes on: %s", monitor).isFalse();
        }
    }

    private static String address(MoideProcess monitor) {
        for (String line : monitor.err()) {
            Matcher matcher = ADDRESS.matcher(line);
            if (matcher.find()) {
                return matcher.group(1);
            }
        }
        throw new AssertionError("expected a line with the monitor's address, found " + monitor);
    }
}
