package org.moide.commlib.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests the checks of who can write a file, as far as one user can. ForeignFilesStoryTest uses two users. */
@DisabledOnOs(OS.WINDOWS)
class OwnershipTest {
    @TempDir
    Path folder;

    private Path file;
    private Path link;
    private final Ownership ownership = new Ownership();

    @BeforeEach
    void makeFile() throws IOException {
        file = Files.createFile(Files.createDirectory(folder.resolve("in")).resolve("moide.properties"));
        link = Files.createSymbolicLink(folder.resolve("link.properties"), file);
        mode("rwxr-xr-x", file.getParent());
        mode("rw-r--r--", file);
    }

    private static void mode(String mode, Path path) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
    }

    @Test
    void shouldFindNothingWrongWithOnesOwnAndTheSuperusersFiles() throws IOException {
        assertThat(ownership.ofFile(file)).isEmpty();
        assertThat(ownership.ofFile(link)).isEmpty();
        assertThat(ownership.of(Path.of("/"))).isEmpty();
    }

    @Test
    void shouldNameAFileThatEverybodyMayWrite() throws IOException {
        mode("rw-r--rw-", file);
        assertThat(ownership.ofFile(file)).contains("every user may write " + file, "chmod go-w");
        assertThat(ownership.ofFile(link)).contains("every user may write " + file);
    }

    @Test
    void shouldNameAFolderInWhichEverybodyMayLayAnother() throws IOException {
        mode("rwxrwxrwx", file.getParent());
        assertThat(ownership.ofFile(file)).contains("every user may write " + file.getParent() + ",");
        mode("rwxr-xr-x", file.getParent());
        mode("rwxrwxrwx", folder);
        assertThat(ownership.ofFile(file)).isEmpty();
        assertThat(ownership.ofFile(link)).contains("every user may write " + folder + ",");
    }

    @Test
    void shouldHeedAGroupUnlessItHoldsThisUserAlone() throws IOException {
        mode("rw-rw-r--", file);
        String group = Files.getAttribute(file, "unix:gid").toString();
        String user = Files.getAttribute(file, "unix:uid").toString();
        String me = "me:x:" + user + ":" + group + ":::\n";
        assertThat(with("mine:x:" + group + ":\n", me).ofFile(file)).isEmpty();
        assertThat(with("mine:x:" + group + ":me\n", me).ofFile(file)).isEmpty();
        assertThat(with("mine:x:" + group + ":me,she\n", me).ofFile(file))
                .contains("others of the group", "may write " + file, "chmod g-w");
        assertThat(with("mine:x:" + group + ":\n", me + "she:x:4711:" + group + ":::\n")
                        .ofFile(file))
                .as("it is another's first group")
                .contains("others of the group");
        assertThat(with("others:x:4711:\n", me).ofFile(file))
                .as("a group that a directory service knows")
                .contains("others of the group");
        assertThat(with("users:x:" + group + ":\n", "me:x:" + user + ":4711:::\n")
                        .ofFile(file))
                .as("one that holds nobody whom this system's files know")
                .contains("others of the group");
        assertThat(with("", "").ofFile(file)).contains("others of the group");
    }

    @Test
    void shouldTakeAFolderOfOnesOwnWithAllThatLiesInIt() throws IOException {
        Path own = Files.createDirectory(folder.resolve(".moide"));
        mode("rwx------", own);
        Path runs = Files.createDirectory(own.resolve("runs"));
        mode("rwxrwxrwx", runs);
        assertThat(ownership.ofOwnFolder(own)).as("others do not get there").isEmpty();
        Files.createSymbolicLink(own.resolve("history"), folder.resolve("in"));
        Files.createSymbolicLink(own.resolve("cache"), folder.resolve("nowhere"));
        assertThat(ownership.ofOwnFolder(own)).isEmpty();
        assertThat(ownership.ofOwnFolder(folder.resolve("none"))).isEmpty();
        mode("rwxr-xr-x", own);
        assertThat(ownership.ofOwnFolder(own)).startsWith("every user may write " + runs);
    }

    @Test
    void shouldNameWhatInAFolderOfOnesOwnLeadsToWhereOthersMayWrite() throws IOException {
        Path own = Files.createDirectory(folder.resolve(".moide"));
        mode("rwx------", own);
        Path shared = Files.createDirectory(folder.resolve("shared"));
        mode("rwxrwxrwx", shared);
        Files.createSymbolicLink(own.resolve("runs"), shared);
        assertThat(ownership.ofOwnFolder(own))
                .startsWith(own.resolve("runs") + " leads to " + shared.toRealPath() + ", and every user may write");
        Files.delete(own.resolve("runs"));
        Files.delete(own);
        Files.createSymbolicLink(own, shared);
        assertThat(ownership.ofOwnFolder(own)).startsWith(own + " leads to ");
    }

    private Ownership with(String groups, String users) throws IOException {
        return new Ownership(
                Files.writeString(folder.resolve("group"), groups), Files.writeString(folder.resolve("passwd"), users));
    }
}
