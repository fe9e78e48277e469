package org.moide.coordinator.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.WaitPolicy;
import org.moide.commlib.wire.OutlineWriter;
import org.moide.coordinator.journal.Held;
import org.moide.coordinator.plan.PlanException;

/** Tests the files of recordings on a real disk. */
class RecordingWriterTest {
    @TempDir
    Path folder;

    private final List<String> trouble = Collections.synchronizedList(new ArrayList<>());

    private RecordingWriter writer(Path where, int life) {
        return writer(where, life, RecordingWriter.Limits.OF_A_RUN);
    }

    private RecordingWriter writer(Path where, int life, RecordingWriter.Limits limits) {
        return writer(new RecordingWriter.Place(where, life, () -> {}, Held.NOTHING), limits);
    }

    private RecordingWriter writer(RecordingWriter.Place place, RecordingWriter.Limits limits) {
        return new RecordingWriter(
                place,
                limits,
                () -> new OutlineWriter(bytes -> 0),
                trouble::add,
                SpinThenParkSignal.factory(WaitPolicy.parkAtOnce()),
                new DaemonThreads("test", (thread, fault) -> trouble.add(fault.toString())));
    }

    /** An entry of a recording whose bytes are those of a text. */
    private record Text(String text, long heldBytes) implements Recording.Entry {
        @Override
        public byte[][] bytes(OutlineWriter outlines) throws NotSerializableException {
            if (text.isEmpty()) {
                outlines.outline(new Object());
            }
            return new byte[][] {text.getBytes(StandardCharsets.UTF_8), {}};
        }
    }

    private static Recording.Entry entry(String text) {
        return new Text(text, 1);
    }

    private static List<String> entries(Path file) {
        List<String> found = new ArrayList<>();
        try (RecordingReader reader = new RecordingReader(Files.newInputStream(file))) {
            for (byte[] entry = reader.next(); entry != null; entry = reader.next()) {
                found.add(new String(entry, StandardCharsets.UTF_8));
            }
            found.add(reader.isWhole() ? "whole" : "cut off");
        } catch (IOException none) {
            found.add("none");
        }
        return found;
    }

    @Test
    void shouldGiveBackWhatWasRecordedToItsOwnerOnly() throws IOException {
        try (RecordingWriter writer = writer(folder, 1)) {
            assertThat(writer.append(entry("one"))).isTrue();
            assertThat(writer.append(entry("two"))).isTrue();
        }
        Path file = folder.resolve("recording-1-0");
        assertThat(entries(file)).containsExactly("one", "two", "whole");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(trouble).isEmpty();
    }

    /**
     * Checks that the entries of a recording get to the disk although nobody closes the recording, as when a process is
     * killed.
     */
    @Test
    void shouldHaveOnDiskWhatCameLongAgoThoughNobodyClosesIt() {
        try (RecordingWriter writer = writer(folder, 1)) {
            writer.append(entry("one"));
            await("what came").until(() -> entries(folder.resolve("recording-1-0")), found -> found.contains("one"));
            assertThat(entries(folder.resolve("recording-1-0"))).containsExactly("one", "cut off");
        }
    }

    private RecordingWriter holding(Path where, long bytes) {
        return writer(
                new RecordingWriter.Place(
                        where, 1, () -> Files.createDirectories(where), new Held(Long.MAX_VALUE, bytes)),
                RecordingWriter.Limits.OF_A_RUN);
    }

    @Test
    void shouldWriteWhatItHoldsWhenItIsClosedOrMuch() {
        Path closed = folder.resolve("closed");
        try (RecordingWriter writer = holding(closed, Long.MAX_VALUE)) {
            writer.append(entry("one"));
        }
        assertThat(entries(closed.resolve("recording-1-0"))).containsExactly("one", "whole");
        Path much = folder.resolve("much");
        try (RecordingWriter writer = holding(much, 1)) {
            writer.append(entry("one"));
            writer.append(entry("two"));
            await("both").until(() -> entries(much.resolve("recording-1-0")), found -> found.contains("two"));
        }
        assertThat(trouble).isEmpty();
    }

    @Test
    void shouldMakeNoFileForWhatItHoldsIfNobodyWillLookAtIt() {
        Path none = folder.resolve("none");
        try (RecordingWriter writer = holding(none, Long.MAX_VALUE)) {
            writer.append(entry("one"));
            writer.abandon();
            assertThat(writer.append(entry("two"))).isFalse();
        }
        assertThat(none).doesNotExist();
        assertThat(trouble).isEmpty();
    }

    @Test
    void shouldKeepTheBeginningAndTheLastTwoParts() throws IOException {
        try (RecordingWriter writer = writer(folder, 2, new RecordingWriter.Limits(11, 5, Long.MAX_VALUE))) {
            for (int part = 0; part < 12; part++) {
                writer.append(entry("part" + (char) ('a' + part)));
            }
        }
        assertThat(entries(folder.resolve("recording-2-0"))).containsExactly("parta", "partb", "partc", "whole");
        assertThat(RecordingFiles.in(folder)).extracting("part").containsExactly(0, 4, 5);
        assertThat(entries(folder.resolve("recording-2-4"))).containsExactly("partj", "partk", "whole");
        assertThat(entries(folder.resolve("recording-2-5"))).containsExactly("partl", "whole");
        try (RecordedRun run = RecordedRun.in(folder)) {
            assertThat(run.lives()).isEqualTo(2);
            assertThat(run.goesOn(2)).isTrue();
            assertThat(run.beginning(2)).isNotEmpty();
            assertThatThrownBy(() -> run.beginning(1))
                    .isInstanceOf(PlanException.class)
                    .hasMessageContaining("found none of coordinator 1");
        }
    }

    @Test
    void shouldEndAndSayWhyOnceWhenTheDiskFails() {
        Path none = folder.resolve("none");
        try (RecordingWriter writer = writer(none, 1)) {
            await("its end").until(() -> !writer.append(entry("one")));
            assertThat(writer.append(entry("two"))).isFalse();
        }
        assertThat(trouble).hasSize(1);
    }

    @Test
    void shouldEndWhenMoreComesThanTheDiskTakes() {
        boolean going = true;
        try (RecordingWriter writer = writer(folder, 1)) {
            for (int more = 0; more < 50_000 && going; more++) {
                going = writer.append(new Text("some text", 20 << 20));
            }
        }
        assertThat(going).as("many times what memory is meant for").isFalse();
        assertThat(trouble).hasSize(1).first().asString().contains("the disk does not keep up");
        assertThat(entries(folder.resolve("recording-1-0"))).last().isEqualTo("cut off");
    }

    @Test
    void shouldEndAndSayWhyWhenSomethingIsNoMessage() {
        try (RecordingWriter writer = writer(folder, 1)) {
            writer.append(entry("one"));
            writer.append(entry(""));
            await("its end").until(() -> !writer.append(entry("two")));
        }
        assertThat(trouble).hasSize(1).first().asString().contains("expected records and enums of MOIDE");
    }

    @Test
    void shouldRefuseAnEntryThatClaimsToBeHuge() throws IOException {
        Path file = folder.resolve("recording-1-0");
        try (DataOutputStream stream = RecordingWriter.stream(Files.newOutputStream(file))) {
            stream.writeInt(Integer.MAX_VALUE);
        }
        try (RecordingReader reader = new RecordingReader(Files.newInputStream(file))) {
            assertThatThrownBy(reader::next).hasMessageContaining("expected an entry of at most");
        }
        byte[] damaged = Files.readAllBytes(file);
        Arrays.fill(damaged, RecordingWriter.MAGIC.length, damaged.length, (byte) 0xFF);
        Files.write(file, damaged);
        try (RecordingReader reader = new RecordingReader(Files.newInputStream(file))) {
            assertThatThrownBy(reader::next).hasMessageContaining("damaged");
        }
    }
}
