package org.moide.coordinator.run.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.SystemTicker;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.run.assembly.PackedFolders;
import org.moide.coordinator.run.assembly.ShippedApplication;
import org.moide.engine.host.EngineCreated;
import org.moide.engine.host.EngineDaemon;
import org.moide.engine.host.EngineOrder;
import org.moide.engine.host.RunView;
import org.moide.engine.host.ThreadClaim;
import org.moide.engine.loading.FileReference;
import org.moide.engine.loading.JarChunk;
import org.moide.engine.loading.KnownDigests;
import org.moide.monitor.HostMoment;
import org.moide.monitor.HostReport;
import org.moide.monitor.cluster.HostNews;

/** Tests that the files of {@code --files} reach the hosts. */
final class RunFilesTest {
    @TempDir
    Path folder;

    private final List<JarChunk> sent = new ArrayList<>();

    @Test
    void shouldSendAFileInPiecesAndOnceAndAnEmptyOneNotAtAll() throws IOException {
        byte[] content = new byte[JarChunk.MOST_BYTES + 10];
        content[JarChunk.MOST_BYTES] = 7;
        Path big = Files.write(folder.resolve("big.bin"), content);
        Path same = Files.write(folder.resolve("same.bin"), content);
        Path empty = Files.writeString(folder.resolve("empty.txt"), "");
        RunFiles files = RunFiles.read(List.of(big, same, empty));
        assertThat(files.here().path("empty.txt")).isEqualTo(empty);
        try (ShippedApplication shipped = new ShippedApplication(
                List.of(), files, PackedFolders.ofOneRun(new KnownDigests(() -> Instant.EPOCH)))) {
            Taking daemon = new Taking();
            shipped.send(daemon, "r1", shipped.missingAt(daemon));
            assertThat(shipped.jars()).isEmpty();
        }
        assertThat(sent).extracting(JarChunk::offset).containsExactly(0L, (long) JarChunk.MOST_BYTES);
        assertThat(sent.get(1).data()[0]).isEqualTo((byte) 7);
    }

    @Test
    void shouldReadAllFilesOfAFolderByTheirPathsBelowIt() throws IOException {
        Path data = Files.createDirectories(folder.resolve("data/deeper")).getParent();
        Files.writeString(data.resolve("b.txt"), "b");
        Files.writeString(data.resolve("deeper/a.txt"), "a");
        Path alone = Files.writeString(folder.resolve("alone.txt"), "c");
        Files.createSymbolicLink(data.resolve("link.txt"), alone);
        RunFiles files = RunFiles.read(List.of(data, alone));
        assertThat(files.references())
                .extracting(FileReference::name)
                .containsExactly("data/b.txt", "data/deeper/a.txt", "data/link.txt", "alone.txt");
        assertThat(files.here().path("data/deeper/a.txt")).isEqualTo(data.resolve("deeper/a.txt"));
        Files.createSymbolicLink(data.resolve("round"), data);
        assertThatThrownBy(() -> RunFiles.read(List.of(data)))
                .isInstanceOf(PlanException.class)
                .hasMessageStartingWith("--files: cannot read the folder " + data);
    }

    @Test
    void shouldRefuseAFileThatWasChangedSinceTheRunBegan() throws IOException {
        Path file = Files.writeString(folder.resolve("numbers.txt"), "1 2 3");
        RunFiles files = RunFiles.read(List.of(file));
        for (String changed : List.of("1 2 4", "1")) {
            Files.writeString(file, changed);
            try (ShippedApplication shipped = new ShippedApplication(
                    List.of(), files, PackedFolders.ofOneRun(new KnownDigests(() -> Instant.EPOCH)))) {
                Taking daemon = new Taking();
                assertThatThrownBy(() -> shipped.send(daemon, "r1", shipped.missingAt(daemon)))
                        .isInstanceOf(PlanException.class)
                        .hasMessageStartingWith("expected numbers.txt as it was when the run began");
            }
        }
        assertThat(sent).isEmpty();
    }

    @Test
    void shouldTellOneContentFromAnotherWhenARunIsTakenUpAgain() throws IOException {
        Path file = Files.writeString(folder.resolve("numbers.txt"), "1 2 3");
        Path other = Files.writeString(folder.resolve("other.txt"), "");
        String before =
                Fingerprint.of(List.of(), new KnownDigests(() -> Instant.EPOCH), RunFiles.read(List.of(file, other)));
        assertThat(Fingerprint.of(
                        List.of(), new KnownDigests(() -> Instant.EPOCH), RunFiles.read(List.of(other, file))))
                .isEqualTo(before);
        Files.writeString(file, "1 2 4");
        assertThat(Fingerprint.of(
                        List.of(), new KnownDigests(() -> Instant.EPOCH), RunFiles.read(List.of(file, other))))
                .isNotEqualTo(before);
    }

    @Test
    void shouldSayWhichFilesThereAreWhenAnotherIsAskedFor() throws IOException {
        Path file = Files.writeString(folder.resolve("numbers.txt"), "");
        assertThatThrownBy(() -> RunFiles.read(List.of(file)).here().path("no-such"))
                .hasMessage("expected one of the files that --files names, [numbers.txt], found 'no-such'");
        assertThatThrownBy(() -> RunFiles.NONE.here().path("no-such")).hasMessageContaining("--files names none");
    }

    @Test
    void shouldRefuseToShareAnObjectUnderTheNameOfAFile() throws IOException {
        Path file = Files.writeString(folder.resolve("numbers.txt"), "");
        SharedStore store = new SharedStore(
                RunFiles.read(List.of(file)).here(),
                null,
                line -> {},
                new SystemTicker(),
                SpinThenParkSignal.factory(1));
        assertThatThrownBy(() -> store.share("numbers.txt", new byte[1]))
                .hasMessageContaining("the name of a file that --files names");
    }

    /** A daemon that has no files and accepts every file. */
    private final class Taking implements EngineDaemon {
        @Override
        public List<String> missingJars(List<String> digests) {
            return digests;
        }

        @Override
        public void giveJars(String runId, List<String> digests, NodeReference to) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void putJar(JarChunk chunk) {
            sent.add(chunk);
        }

        @Override
        public boolean claim(ThreadClaim claim) {
            return true;
        }

        @Override
        public HostNews news() {
            throw new UnsupportedOperationException();
        }

        @Override
        public HostReport report() {
            throw new UnsupportedOperationException();
        }

        @Override
        public EngineCreated createEngine(EngineOrder order) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void endRun(String runId) {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<HostMoment> history(int looks) {
            return List.of();
        }

        @Override
        public List<RunView> runs() {
            throw new UnsupportedOperationException();
        }
    }
}
