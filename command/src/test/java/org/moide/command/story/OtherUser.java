package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileOwnerAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.moide.command.MoideCommand;

/**
 * Another user of this machine, under whose ID a test runs processes. Needs root, and setpriv and prlimit of
 * util-linux.
 */
final class OtherUser {
    /** The ID of a user without an account. */
    static final String ID = "64321";

    private OtherUser() {}

    /** Throws if processes cannot be run as another user. */
    static void require() throws IOException, InterruptedException {
        assertThat(does("true"))
                .as("another user: root, setpriv and prlimit of util-linux")
                .isTrue();
    }

    /** Returns the words to put before a command that is to run as that user. */
    static List<String> words() {
        return List.of("setpriv", "--reuid", ID, "--regid", ID, "--clear-groups");
    }

    /** Runs a command as that user. Returns whether it succeeds. */
    static boolean does(String... command) throws IOException, InterruptedException {
        List<String> words = Stream.concat(words().stream(), Stream.of(command)).toList();
        return new ProcessBuilder(words).inheritIO().start().waitFor() == 0;
    }

    /** Makes a folder readable for that user. Returns the folder. */
    static Path open(Path folder) throws IOException {
        return Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /**
     * Makes that user the owner of a file, or of a folder and its contents. Does not follow links. Returns the path.
     */
    static Path give(Path path) throws IOException {
        UserPrincipal user =
                path.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(ID);
        try (Stream<Path> all = Files.walk(path)) {
            for (Path one : all.toList()) {
                Files.getFileAttributeView(one, FileOwnerAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                        .setOwner(user);
            }
        }
        return path;
    }

    /**
     * Copies MOIDE's classes into this folder.
     *
     * @return the words that start a JVM with MOIDE as that user; the command's arguments follow
     */
    static List<String> java(Path folder) throws IOException {
        List<String> words = new ArrayList<>(words());
        List<String> own = StoryClasses.java();
        Path jars = Files.createDirectory(folder.resolve("jars"));
        List<String> copies = new ArrayList<>();
        for (String entry : own.get(own.indexOf("-cp") + 1).split(File.pathSeparator, -1)) {
            Path copy = jars.resolve(copies.size() + ".jar");
            Files.copy(Path.of(entry), copy);
            Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rw-r--r--"));
            copies.add(copy.toString());
        }
        words.addAll(List.of(
                own.get(0),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                String.join(File.pathSeparator, copies),
                MoideCommand.class.getName()));
        return words;
    }
}
