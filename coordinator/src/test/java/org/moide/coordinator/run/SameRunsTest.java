package org.moide.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.moide.commlib.wire.OutlineReader;
import org.moide.commlib.wire.OutlineWriter;
import org.moide.coordinator.recording.RecordingReader;
import org.moide.coordinator.run.core.RunRecord;
import org.moide.coordinator.run.replay.RunReplay;

/**
 * Tests that a change of the code has not changed what runs do. It compares simulated runs with files in
 * {@code bench/same}: the run of each seed must have the same results, changes, losses and journal. For the recorded
 * events of some runs the core must return the same acts, with the same bytes. If a change is intended,
 * {@code -Dmoide.same.accept=true} writes the files anew, in a commit that explains the change.
 */
@Tag("full")
@Timeout(3_600)
class SameRunsTest {
    private static final long SEEDS = Long.getLong("moide.same.seeds", 250);

    /**
     * The seeds of the runs whose events are recorded in files. All these runs have daemons. Some have faults, some
     * have several coordinators, and some change their engines by themselves.
     */
    private static final long[] FROZEN = {12, 24, 36, 48};

    private static final boolean ACCEPT = Boolean.getBoolean("moide.same.accept");
    private static final Path FOLDER = Path.of("..", "bench", "same");

    @ParameterizedTest
    @EnumSource(RunKind.class)
    void shouldMeanTheSameForEachSeed(RunKind kind) throws IOException {
        List<String> lines = new ArrayList<>();
        for (long seed = 1; seed <= SEEDS; seed++) {
            lines.add(seed + ": " + Scenario.drawn(seed, kind).play().meaning());
        }
        Path file = FOLDER.resolve("runs-" + name(kind) + ".txt");
        if (ACCEPT) {
            Files.createDirectories(FOLDER);
            Files.write(file, lines);
        }
        assertThat(lines).as(file.toString()).isEqualTo(Files.readAllLines(file).subList(0, lines.size()));
    }

    @ParameterizedTest
    @EnumSource(RunKind.class)
    void shouldDoTheSameWithTheEventsThatAreFrozen(RunKind kind) throws IOException, ClassNotFoundException {
        for (long seed : FROZEN) {
            if (ACCEPT) {
                freeze(kind, seed);
            }
            int life = 0;
            while (Files.exists(frozen(kind, seed, life))) {
                byte[] recording = Files.readAllBytes(frozen(kind, seed, life));
                try (RunReplay replay = new RunReplay(new ByteArrayInputStream(recording), null)) {
                    RunReplay.Outcome outcome =
                            replay.play(new RunReplay.View(Long.MAX_VALUE, Long.MAX_VALUE, false, 0), line -> {});
                    assertThat(outcome.broken())
                            .as("%s", frozen(kind, seed, life))
                            .isNull();
                    assertThat(outcome.events()).isGreaterThan(10);
                }
                requireSameBytes(recording);
                life++;
            }
            assertThat(life).as("recordings of " + kind + " with seed " + seed).isPositive();
        }
    }

    private static void freeze(RunKind kind, long seed) throws IOException {
        int life = 0;
        for (RecordedInMemory recording : Scenario.drawn(seed, kind).play().recordings()) {
            if (!recording.isEmpty()) {
                try (InputStream in = recording.bytes()) {
                    Files.write(frozen(kind, seed, life++), in.readAllBytes());
                }
            }
        }
    }

    /**
     * Checks that writing an entry of a recording again gives the bytes from which the entry was read. Only the order
     * of elements in sets may differ, since it differs between JVMs.
     */
    private static void requireSameBytes(byte[] recording) throws IOException, ClassNotFoundException {
        OutlineReader in = new OutlineReader(SameRunsTest.class.getClassLoader(), Long.MAX_VALUE);
        OutlineWriter out = RunRecord.outlines();
        try (RecordingReader reader = new RecordingReader(new ByteArrayInputStream(recording))) {
            for (byte[] entry = reader.next(); entry != null; entry = reader.next()) {
                ByteArrayOutputStream again = new ByteArrayOutputStream();
                for (byte[] piece : out.outline(in.read(entry))) {
                    again.write(piece);
                }
                assertThat(sorted(again.toByteArray())).isEqualTo(sorted(entry));
            }
        }
    }

    private static byte[] sorted(byte[] bytes) {
        byte[] sorted = bytes.clone();
        Arrays.sort(sorted);
        return sorted;
    }

    private static Path frozen(RunKind kind, long seed, int life) {
        return FOLDER.resolve(name(kind) + "-" + seed + "-" + (life + 1) + ".recording");
    }

    private static String name(RunKind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
