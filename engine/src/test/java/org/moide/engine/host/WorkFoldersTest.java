package org.moide.engine.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.commlib.local.LocalSpace;
import org.moide.engine.loading.Digests;
import org.moide.engine.loading.FileReference;
import org.moide.engine.loading.JarCache;
import org.moide.engine.loading.JarChunk;
import org.moide.engine.loading.JarException;

final class WorkFoldersTest {
    private static final byte[] NUMBERS = "1 2 3".getBytes(StandardCharsets.UTF_8);
    private static final FileReference FILE = new FileReference("numbers.txt", Digests.of(NUMBERS), NUMBERS.length);
    private static final FileReference EMPTY = new FileReference("empty.txt", Digests.of(new byte[0]), 0);

    @TempDir
    Path home;

    private final List<String> notes = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // set before each test
    private JarCache cache;

    @SuppressWarnings("NullAway.Init") // set before each test
    private WorkFolders folders;

    @BeforeEach
    void open() throws IOException {
        cache = new JarCache(home.resolve("cache"), 1 << 20);
        cache.append(new JarChunk("r1", FILE.digest(), NUMBERS.length, 0, NUMBERS));
        folders = open("h9");
    }

    @AfterEach
    void close() {
        folders.close();
        cache.close();
    }

    @Test
    void shouldGiveEachEngineCopiesOfItsOwnThatCannotBeWritten() throws IOException {
        Path one = folders.fill(order(1, FILE, EMPTY), cache);
        Path other = folders.fill(order(2, FILE), cache);
        assertThat(one.resolve("numbers.txt")).hasBinaryContent(NUMBERS);
        assertThat(one.resolve("empty.txt")).isEmptyFile();
        assertThat(permissions(one)).isEqualTo("rwx------");
        assertThat(permissions(one.resolve("numbers.txt"))).isEqualTo("r--------");
        // An application that replaces a read-only file changes only its own copy.
        Files.delete(one.resolve("numbers.txt"));
        Files.writeString(one.resolve("numbers.txt"), "9 9 9");
        assertThat(other.resolve("numbers.txt")).hasBinaryContent(NUMBERS);
        assertThat(cache.path(FILE.digest())).hasBinaryContent(NUMBERS);
        assertThat(folders.fill(order(1, FILE, EMPTY), cache)).isEqualTo(one);
    }

    @Test
    void shouldRemoveWhatWasShippedAndNameTheRestWhenTheEngineHasEnded() throws IOException {
        Path folder = folders.fill(order(1, FILE), cache);
        assertThat(folders.clear(order(1, FILE))).isNull();
        assertThat(folder).doesNotExist();

        Path second = folders.fill(order(2, FILE), cache);
        Files.writeString(second.resolve("out.txt"), "made here");
        Files.createDirectory(second.resolve("images"));
        assertThat(folders.clear(order(2, FILE))).hasToString("2 files in " + second + ": images, out.txt");
        assertThat(second.resolve("numbers.txt")).doesNotExist();
        assertThat(second.resolve("out.txt")).hasContent("made here");
        assertThat(folders.clear(order(2, FILE))).isNull();
    }

    @Test
    void shouldLayFilesOfAFolderBelowItAndRemoveNothingToWhichALinkLeads() throws IOException {
        FileReference below = new FileReference("data/deeper/numbers.txt", FILE.digest(), FILE.bytes());
        Path folder = folders.fill(order(1, FILE, below), cache);
        assertThat(folder.resolve("data/deeper/numbers.txt")).hasBinaryContent(NUMBERS);
        assertThat(permissions(folder.resolve("data"))).isEqualTo("rwx------");
        assertThat(permissions(folder.resolve("data/deeper"))).isEqualTo("rwx------");
        assertThat(folders.clear(order(1, FILE, below))).isNull();
        assertThat(folder).doesNotExist();

        Path second = folders.fill(order(2, below), cache);
        Files.writeString(second.resolve("data/out.txt"), "made here");
        Path elsewhere = Files.createDirectory(home.resolve("elsewhere"));
        Files.writeString(elsewhere.resolve("numbers.txt"), "not ours");
        Files.move(second.resolve("data/deeper"), second.resolve("moved"));
        Files.createSymbolicLink(second.resolve("data/deeper"), elsewhere);
        assertThat(folders.clear(order(2, below))).hasToString("2 files in " + second + ": data, moved");
        assertThat(elsewhere.resolve("numbers.txt")).hasContent("not ours");
        assertThat(second.resolve("data/out.txt")).hasContent("made here");
    }

    @Test
    void shouldLeaveNothingWhenItIsClosed() throws IOException {
        folders.fill(order(1, FILE), cache);
        folders.close();
        assertThat(everything()).isEmpty();
    }

    @Test
    void shouldKeepNothingWhenAFileWasNotSent() throws IOException {
        FileReference unknown = new FileReference("unknown.txt", Digests.of(new byte[] {1}), 1);
        EngineOrder order = order(1, FILE, unknown);
        assertThatThrownBy(() -> folders.fill(order, cache))
                .isInstanceOf(JarException.class)
                .hasMessageContaining("send it first");
        folders.clear(order);
        assertThat(everything()).noneMatch(path -> path.endsWith("numbers.txt"));
    }

    @Test
    void shouldClearWhatAKilledDaemonLeftAndNothingOfTheLiving() throws IOException {
        Path living = folders.fill(order(1, FILE), cache);
        Path dead = Files.createDirectories(home.resolve("work/h9-1/r1-engine-1-2"));
        Files.writeString(home.resolve("work/h9-1/lock"), "");
        Files.writeString(home.resolve("work/h9-1/r1-engine-1-2.files"), "numbers.txt\n../lock\n");
        Files.write(dead.resolve("numbers.txt"), NUMBERS);
        Files.writeString(dead.resolve("out.txt"), "made here");
        Path otherHosts = Files.createDirectories(home.resolve("work/h8-1/r1-engine-1-2"));
        Files.writeString(home.resolve("work/h8-1/lock"), "");
        Files.writeString(home.resolve("work/h8-1/r1-engine-1-2.files"), "numbers.txt\n");
        Files.write(otherHosts.resolve("numbers.txt"), NUMBERS);

        open("h9").close();

        assertThat(dead.resolve("numbers.txt")).doesNotExist();
        assertThat(notes).containsExactly("a run whose daemon was killed has left 1 file in " + dead + ": out.txt");
        assertThat(living.resolve("numbers.txt")).exists();
        assertThat(otherHosts.resolve("numbers.txt")).exists();
        open("h9").close();
        assertThat(notes).hasSize(1);
    }

    private WorkFolders open(String host) throws IOException {
        return new WorkFolders(home.resolve("work"), host, notes::add);
    }

    private List<Path> everything() throws IOException {
        try (Stream<Path> all = Files.walk(home.resolve("work"))) {
            return all.filter(path -> !path.equals(home.resolve("work"))).toList();
        }
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private static EngineOrder order(int engine, FileReference... files) {
        return new EngineOrder(
                "../r1",
                engine,
                1,
                1,
                new LocalSpace("test").self(),
                0,
                "",
                List.of(),
                List.of(),
                Arrays.asList(files),
                List.of(),
                "",
                0,
                1,
                List.of(),
                Map.of(),
                Duration.ofSeconds(1),
                RunOwner.UNKNOWN,
                List.of(),
                false);
    }
}
