package org.moide.coordinator.run.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.moide.commlib.wire.OutlineReader;
import org.moide.commlib.wire.OutlineWriter;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.recording.RecordingReader;
import org.moide.coordinator.recording.RecordingWriter;
import org.moide.coordinator.run.RunKind;
import org.moide.coordinator.run.Scenario;
import org.moide.coordinator.run.SimulatedRun;
import org.moide.coordinator.run.SimulatedSpmd;
import org.moide.coordinator.run.core.RunRecord;
import org.moide.coordinator.run.state.RunCoreEvent;
import org.moide.engine.control.EngineReport;

/** Tests replays of recorded runs, unchanged and with some entries changed. */
class RunReplayTest {
    private static final RunReplay.View ALL = RunReplay.View.WHOLE;

    private static byte[] recording(boolean bag) {
        try (SimulatedRun run =
                Scenario.drawn(bag ? 4 : 8, bag ? RunKind.BAG : RunKind.SPMD).played()) {
            assertThat(run.recordings()).hasSize(1);
            return run.recordings().get(0).bytes().readAllBytes();
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static RunReplay.Outcome play(byte[] recording, RunReplay.View view, List<String> story)
            throws IOException {
        try (RunReplay replay = new RunReplay(new ByteArrayInputStream(recording), null)) {
            return replay.play(view, story::add);
        }
    }

    /**
     * Returns a copy of a recording in which each entry has been replaced.
     *
     * @param change returns what replaces an entry; null to leave the entry out
     */
    private static byte[] changed(byte[] recording, UnaryOperator<RunRecord> change) throws Exception {
        OutlineReader in = new OutlineReader(RunReplayTest.class.getClassLoader(), Long.MAX_VALUE);
        OutlineWriter out = RunRecord.outlines();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (RecordingReader reader = new RecordingReader(new ByteArrayInputStream(recording));
                DataOutputStream stream = RecordingWriter.stream(bytes)) {
            for (byte[] entry = reader.next(); entry != null; entry = reader.next()) {
                RunRecord next = change.apply((RunRecord) in.read(entry));
                if (next != null) {
                    RecordingWriter.write(out.outline(next), stream);
                }
            }
        }
        return bytes.toByteArray();
    }

    @Test
    void shouldDoTheSameAgainForABagAndForSpmd() throws IOException {
        for (boolean bag : new boolean[] {true, false}) {
            List<String> story = new ArrayList<>();
            RunReplay.Outcome outcome = play(recording(bag), ALL, story);
            assertThat(outcome.broken()).isNull();
            assertThat(outcome.events()).isGreaterThan(50);
            assertThat(story.get(0)).contains("0.000000 s").contains("#1 Began");
            assertThat(story).anyMatch(line -> line.contains("engine-1 says: Registered (epoch 1)"));
            assertThat(story).anyMatch(line -> line.contains("-> engine-1: Start"));
            assertThat(story.subList(story.size() - 10, story.size())).anyMatch(line -> line.contains("=> Ended"));
        }
    }

    /**
     * Checks that recordings do not contain the names of MOIDE's classes. If they did, moving a class would make old
     * recordings unreadable and change the hashes of acts.
     */
    @Test
    void shouldCallOurClassesByNamesThatStay() throws Exception {
        for (RunKind kind : RunKind.values()) {
            try (SimulatedRun run = Scenario.drawn(4, kind).played();
                    RecordingReader reader =
                            new RecordingReader(run.recordings().get(0).bytes())) {
                for (byte[] entry = reader.next(); entry != null; entry = reader.next()) {
                    assertThat(new String(entry, StandardCharsets.ISO_8859_1))
                            .as("class names in recordings: see MessageNamesTest")
                            // Names in stack traces are allowed.
                            .doesNotContainPattern("(?<!at )org\\.moide\\.\\w+\\.");
                }
            }
        }
    }

    @Test
    void shouldSayWhereItGoesAnotherWayWhenAReportIsMissing() throws Exception {
        for (boolean bag : new boolean[] {true, false}) {
            boolean[] left = {false};
            byte[] without = changed(recording(bag), entry -> {
                boolean leave = !left[0]
                        && entry instanceof RunRecord.Step step
                        && step.event() instanceof RunCoreEvent.Reported reported
                        && reported.report() instanceof EngineReport.Registered;
                left[0] |= leave;
                return leave ? null : entry;
            });
            RunReplay.Outcome outcome = play(without, ALL, new ArrayList<>());
            assertThat(outcome.broken()).contains("something else done than it did then");
            assertThat(outcome.events()).isGreaterThan(1);
        }
    }

    /** Checks recordings that end early, like those of killed processes. */
    @Test
    void shouldReplayWhatIsThereWhenTheRecordingIsCutOff() throws IOException {
        byte[] whole = recording(true);
        long most = 0;
        for (int bytes = whole.length - 1; bytes > whole.length / 2; bytes -= 97) {
            RunReplay.Outcome outcome = play(Arrays.copyOf(whole, bytes), ALL, new ArrayList<>());
            assertThat(outcome.broken()).isNull();
            assertThat(outcome.whole()).isFalse();
            most = Math.max(most, outcome.events());
        }
        assertThat(most).isPositive();
    }

    @Test
    void shouldStopBehindTheEventThatIsNamedAndShowHowItStood() throws IOException {
        List<String> story = new ArrayList<>();
        RunReplay.Outcome outcome = play(recording(true), new RunReplay.View(5, 9, true, 100), story);
        assertThat(outcome.events()).isEqualTo(9);
        assertThat(story).noneMatch(line -> line.contains("#4 ")).anyMatch(line -> line.contains("#9 "));
        assertThat(outcome.status().engines()).isNotEmpty();
    }

    /** Checks that a recording whose exception messages are masked can still be replayed. */
    @Test
    void shouldDoTheSameAgainWhenItIsMasked() throws Exception {
        byte[] masked = changed(recording(false), Masks::masked);
        assertThat(play(masked, ALL, new ArrayList<>()).broken()).isNull();
    }

    @Test
    void shouldHaveNothingOfWhatTheApplicationSaysInIt() throws Exception {
        StringBuilder all = new StringBuilder();
        try (RecordingReader reader = new RecordingReader(new ByteArrayInputStream(recording(false)))) {
            for (byte[] entry = reader.next(); entry != null; entry = reader.next()) {
                all.append(new String(entry, StandardCharsets.ISO_8859_1));
            }
        }
        assertThat(all.toString()).contains("Said", "total");
        for (String line : SimulatedSpmd.lines(1, 1)) {
            assertThat(all.toString()).doesNotContain(line);
        }
    }

    @Test
    void shouldRefuseWhatIsNoRecording() {
        InputStream other = new ByteArrayInputStream("something else entirely".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> new RunReplay(other, null))
                .isInstanceOf(IOException.class)
                .hasMessage("expected a recording of this version of MOIDE, found something else");
        byte[] old = recording(true);
        old[10] = '1';
        assertThatThrownBy(() -> play(old, ALL, new ArrayList<>()))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "expected a recording of this version of MOIDE, found one of another version: replay it with"
                                + " that version");
    }

    /** Returns a copy of a recording in which some bytes are changed at random, as an attacker may do. */
    private static byte[] spoilt(byte[] recording, SplittableRandom random) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (RecordingReader reader = new RecordingReader(new ByteArrayInputStream(recording));
                DataOutputStream stream = RecordingWriter.stream(bytes)) {
            int first = random.nextInt(6); // later bytes rarely lead to other code being tested
            int count = 0;
            for (byte[] entry = reader.next(); entry != null; entry = reader.next()) {
                for (int change = 0; count >= first && entry.length > 0 && change < 1 + random.nextInt(3); change++) {
                    entry[random.nextInt(entry.length)] = (byte) (random.nextBoolean() ? random.nextInt() : -1);
                }
                count++;
                RecordingWriter.write(new byte[][] {entry}, stream);
            }
        }
        return bytes.toByteArray();
    }

    @Test
    void shouldSayInOurWordsWhatIsWrongWithARecordingThatSomebodyHasChanged() throws IOException {
        byte[][] recordings = {recording(true), recording(false)};
        long seed = Long.getLong("moide.seed", 1);
        SplittableRandom random = new SplittableRandom(seed);
        int refused = 0;
        for (int trial = 0; trial < 400; trial++) {
            byte[] spoilt = spoilt(recordings[trial % 2], random);
            try {
                play(spoilt, ALL, new ArrayList<>());
            } catch (IOException | PlanException told) {
                refused++;
                assertThat(told.getMessage())
                        .as("trial %d of seed %d", trial, seed)
                        .contains("expected ");
            }
        }
        assertThat(refused).as("recordings that were refused").isPositive();
    }

    @Test
    void shouldTakeLittleMemoryForAnEntryThatIsZerosWithoutEnd() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int claimed = Integer.MAX_VALUE / 8;
        try (DataOutputStream stream = RecordingWriter.stream(bytes)) {
            stream.writeInt(claimed);
            byte[] zeros = new byte[1 << 20];
            for (int written = 0; written < claimed; written += zeros.length) {
                stream.write(zeros);
            }
        }
        assertThat(bytes.size()).as("bytes on disk").isLessThan(4 << 20);
        try (RecordingReader reader = new RecordingReader(
                new ByteArrayInputStream(bytes.toByteArray()), RecordingReader.mostEntryBytes(512L << 20))) {
            assertThatThrownBy(reader::next)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("expected an entry of at most " + (32 << 20) + " bytes, found " + claimed);
        }
    }

    @Test
    void shouldKeepClassesAndLinesAndMaskWhatExceptionsSay() {
        assertThat(Masks.message("java.lang.IllegalStateException: secret"))
                .isEqualTo("java.lang.IllegalStateException: ******");
        assertThat(Masks.message("no exception at all")).isEqualTo("*******************");
        assertThat(Masks.trace("\tat a.B.c(B.java:1)\nCaused by: a.X: secret\n\t... 3 more\n"))
                .isEqualTo("\tat a.B.c(B.java:1)\nCaused by: a.X: ******\n\t... 3 more\n");
    }
}
