package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that no file which another user can write has an effect on MOIDE, and that none of MOIDE's files is placed
 * where another user says.
 */
@Tag("full")
class ForeignFilesStoryTest {
    /**
     * A settings file of another user. If it had an effect, the run would have three engines and would not be stored in
     * the history.
     */
    private static final String SETTINGS = "local-engines=3\nhistory=false\n";

    @TempDir
    Path home;

    /** A folder like {@code /tmp}: every user may create files there, and delete only their own. */
    @TempDir
    Path shared;

    @BeforeAll
    static void needs() throws Exception {
        OtherUser.require();
    }

    @BeforeEach
    void share() throws IOException, InterruptedException {
        Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThat(new ProcessBuilder("chmod", "1777", shared.toString())
                        .start()
                        .waitFor())
                .isZero();
    }

    private MoideProcess run(Path folder) {
        return MoideProcess.start(home, folder, StoryClasses.java(), "run", "--no-progress", "hello");
    }

    private static String said(MoideProcess process) {
        return String.join("\n", process.err());
    }

    @Test
    void shouldNotObeySettingsThatAnotherUserHasLaidIntoTheCurrentFolder() throws IOException {
        Path file = shared.resolve("moide.properties");
        Files.writeString(file, SETTINGS);
        OtherUser.give(file);
        MoideProcess run = run(shared).awaitSuccess();
        assertThat(said(run))
                .contains("moide: does not read " + file.toRealPath() + ", since " + file.toRealPath()
                        + " belongs to the user " + OtherUser.ID);
        assertThat(run.out()).as("it was one engine's").noneMatch(line -> line.contains("engine 2"));
        assertThat(home.resolve(".moide/history")).isNotEmptyDirectory();

        Path folder = Files.createDirectory(shared.resolve("his"));
        Files.writeString(folder.resolve("moide.properties"), SETTINGS);
        OtherUser.give(folder);
        assertThat(said(run(folder).awaitSuccess())).contains("belongs to the user " + OtherUser.ID);

        Path linked = Files.createDirectory(home.resolve("linked"));
        Files.createSymbolicLink(linked.resolve("moide.properties"), file);
        assertThat(said(run(linked).awaitSuccess())).contains("belongs to the user " + OtherUser.ID);

        Path own = Files.createDirectory(home.resolve("own"));
        Files.writeString(own.resolve("moide.properties"), "local-engines=2\n");
        assertThat(said(run(own).awaitSuccess()))
                .contains("moide run: settings of " + own.toRealPath().resolve("moide.properties"))
                .doesNotContain("does not read");
    }

    private static List<String> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.map(each -> folder.relativize(each).toString()).sorted().toList();
        }
    }

    private void assertRefused(MoideProcess run, Path named) throws IOException {
        assertThat(run.awaitExit()).as("exit code of %s", run).isEqualTo(2);
        assertThat(said(run)).contains(named.toString(), "belongs to the user " + OtherUser.ID);
    }

    @Test
    void shouldLayNothingIntoAFolderThatAnotherUserOwns() throws IOException {
        Path his = Files.createDirectory(shared.resolve("his"));
        OtherUser.give(his);
        Path moide = home.resolve(".moide");

        Files.createSymbolicLink(moide, his);
        assertRefused(run(home), moide);
        assertRefused(MoideProcess.start(home, "key", "create"), moide);
        assertRefused(MoideProcess.start(home, "engine", "--bind", "127.0.0.1"), moide);
        Files.delete(moide);

        for (String name : List.of("runs", "history", "secret", "cache")) {
            Files.createDirectories(moide);
            Path link = Files.createSymbolicLink(moide.resolve(name), his);
            assertRefused(run(home), link);
            Files.delete(link);
        }

        Path runs = Files.createDirectory(moide.resolve("runs"));
        OtherUser.give(runs);
        assertRefused(run(home), runs);
        Files.delete(runs);

        OtherUser.give(moide);
        assertRefused(run(home), moide);
        assertThat(files(his)).as("what lies there").containsExactly("");
    }

    @Test
    void shouldRefuseAKeyOfAnotherUserAndSaySoInTheDaemonsLog() throws Exception {
        MoideProcess.start(home, "key", "create").awaitSuccess();
        Path secret = home.resolve(".moide/secret");
        // A caller with the same secret and another user ID shares no memory, so TLS must be used.
        OtherUser.open(shared);
        Path callers = Files.createDirectory(shared.resolve("callers"));
        Files.copy(
                secret,
                Files.createDirectory(callers.resolve(".moide")).resolve("secret"),
                StandardCopyOption.COPY_ATTRIBUTES);
        OtherUser.give(callers);
        try (Daemon daemon = Daemon.start(home)) {
            Path key = Files.createFile(home.resolve(".moide/tls.p12"));
            Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
            OtherUser.give(key);
            MoideProcess hosts = MoideProcess.start(
                    callers, callers, OtherUser.java(shared), "hosts", "--hosts", "127.0.0.1:" + daemon.port());
            assertThat(hosts.awaitExit()).as("exit code of %s", hosts).isEqualTo(3);
            daemon.process().awaitError("callers are refused");
            assertThat(said(daemon.process())).contains(key + ", found " + OtherUser.ID);
        }
    }
}
