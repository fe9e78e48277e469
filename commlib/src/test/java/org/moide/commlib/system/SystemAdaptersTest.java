package org.moide.commlib.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SystemAdaptersTest {
    @Test
    void shouldNeverGoBackWhenAskedForElapsedTime() {
        SystemTicker ticker = new SystemTicker();
        long before = ticker.nanoTime();

        assertThat(ticker.nanoTime()).isGreaterThanOrEqualTo(before);
    }

    @Test
    void shouldTellTodaysTimeWhenAskedForTheWallClock() {
        assertThat(new SystemWallClock().instant()).isAfter(Instant.parse("2024-01-01T00:00:00Z"));
    }

    @Test
    void shouldNeverRepeatItselfWhenAskedForNodeIds() {
        SystemRandomness randomness = new SystemRandomness();
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            ids.add(randomness.nodeId("engine-3"));
        }

        assertThat(ids).hasSize(1_000).allMatch(id -> id.startsWith("engine-3-"));
        assertThat(randomness.bytes(32)).hasSize(32).isNotEqualTo(randomness.bytes(32));
        assertThat(randomness.seed()).isNotEqualTo(randomness.seed());
    }

    @Test
    void shouldNameThreadsByRoleAndReportWhatTheyDoNotCatch() throws InterruptedException {
        AtomicReference<String> where = new AtomicReference<>("");
        DaemonThreads threads = new DaemonThreads("engine-3-compute", (place, fault) -> where.set(place + " " + fault));
        Thread first = threads.newThread(() -> {});
        Thread second = threads.newThread(() -> {
            throw new IllegalStateException("oops");
        });

        second.start();
        second.join(Duration.ofSeconds(10).toMillis());

        assertThat(first.getName()).isEqualTo("engine-3-compute-0");
        assertThat(first.isDaemon()).isTrue();
        assertThat(where).hasValue("engine-3-compute-1 java.lang.IllegalStateException: oops");
    }

    @Test
    void shouldCountRepeatsInsteadOfPrintingThemWhenAFaultComesAgain() {
        RecordingLogger log = new RecordingLogger();
        LoggingFaultHandler faults = new LoggingFaultHandler(log);

        for (int i = 0; i < 100; i++) {
            faults.onFault("engine-1-control", new IllegalStateException("oops"));
        }
        faults.onFault("engine-2-control", new IllegalStateException("oops"));

        assertThat(log.lines)
                .containsExactly(
                        "unexpected fault in engine-1-control",
                        "unexpected fault in engine-1-control, seen 10 times: java.lang.IllegalStateException: oops",
                        "unexpected fault in engine-1-control, seen 100 times: java.lang.IllegalStateException: oops",
                        "unexpected fault in engine-2-control");
        assertThat(faults.count()).isEqualTo(101);
    }

    @Test
    void shouldSayInALineWhatTheSystemRefuses() {
        RecordingLogger log = new RecordingLogger();
        LoggingFaultHandler faults = new LoggingFaultHandler(log);

        faults.onFault("power file", new java.nio.file.AccessDeniedException("/home/a/.moide"));
        faults.onFault(
                "gate",
                new IllegalStateException(
                        new OutOfMemoryError("unable to create native thread: possibly out of memory")));

        faults.onFault("disk", new java.io.IOException("No space left on device"));

        assertThat(log.lines)
                .containsExactly(
                        "power file: cannot use /home/a/.moide: permission denied",
                        "gate: " + FatalErrors.NO_THREAD,
                        "disk: No space left on device");
    }

    @Test
    void shouldKeepItsMemoryBoundedWhenEveryFaultIsNew() {
        RecordingLogger log = new RecordingLogger();
        LoggingFaultHandler faults = new LoggingFaultHandler(log);

        for (int i = 0; i < 5_000; i++) {
            faults.onFault("place-" + i, new IllegalStateException("oops"));
        }

        assertThat(faults.count()).isEqualTo(5_000);
        assertThat(log.lines).hasSizeLessThan(1_010);
    }

    private static final class RecordingLogger implements System.Logger {
        final List<String> lines = new ArrayList<>();

        @Override
        public String getName() {
            return "recording";
        }

        @Override
        public boolean isLoggable(Level level) {
            return true;
        }

        @Override
        public void log(
                Level level, @Nullable ResourceBundle bundle, @Nullable String message, @Nullable Throwable thrown) {
            lines.add(String.valueOf(message));
        }

        @Override
        public void log(
                Level level,
                @Nullable ResourceBundle bundle,
                @Nullable String format,
                @Nullable Object @Nullable ... params) {
            lines.add(String.valueOf(format));
        }
    }
}
