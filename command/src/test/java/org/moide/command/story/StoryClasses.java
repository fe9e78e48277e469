package org.moide.command.story;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.moide.command.MoideCommand;

/**
 * The classes for the JVMs of story tests: the class path of this test as jars, and a class data sharing archive of the
 * classes that a short run loads. With the archive a JVM starts in two thirds of the time, with half of the processor
 * time. Both are created once for all test JVMs that run at the same time.
 */
final class StoryClasses {
    private static final long LONGEST_SECONDS = 60;

    /** The file with the path of the folder of classes, which exists as long as a test JVM uses them. */
    private static final Path NAMED = Path.of("target", "story-classes");

    private static final String CLASS_PATH = "class-path";
    private static final String ARCHIVE = "classes.jsa";

    private static final StoryClasses THESE = new StoryClasses();

    private final String classPath;
    private final List<String> options;

    private StoryClasses() {
        try {
            Files.createDirectories(NAMED.toAbsolutePath().getParent());
            Path folder = SharedFolder.of(NAMED, StoryClasses::fill);
            this.classPath = Files.readString(folder.resolve(CLASS_PATH));
            this.options = optionsOf(folder.resolve(ARCHIVE));
        } catch (IOException full) {
            throw new UncheckedIOException(full);
        }
    }

    private static void fill(Path folder) throws IOException {
        Files.setPosixFilePermissions(
                folder, PosixFilePermissions.fromString("rwxr-xr-x")); // JVMs of another user read it
        String classPath = jarsOf(System.getProperty("java.class.path"), folder);
        Files.writeString(folder.resolve(CLASS_PATH), classPath);
        makeArchive(folder, classPath);
    }

    /** Returns the words that start a JVM with MOIDE; the command's arguments follow. */
    static List<String> java() {
        List<String> words = new ArrayList<>(plain());
        words.addAll(THESE.options);
        words.addAll(List.of("-cp", THESE.classPath, MoideCommand.class.getName()));
        return words;
    }

    private static List<String> plain() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1");
    }

    /**
     * Packs folders of classes into jars, since a class data sharing archive needs jars. Returns the new class path.
     */
    private static String jarsOf(String classPath, Path folder) throws IOException {
        List<String> entries = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator, -1)) {
            Path place = Path.of(entry);
            entries.add(
                    Files.isDirectory(place)
                            ? new OwnApplication(place)
                                    .jar(folder.resolve(entries.size() + ".jar"))
                                    .toString()
                            : entry);
        }
        return String.join(File.pathSeparator, entries);
    }

    private static void makeArchive(Path folder, String classPath) throws IOException {
        Path archive = folder.resolve(ARCHIVE);
        Path home = Files.createDirectory(folder.resolve("home"));
        List<String> words = new ArrayList<>(plain());
        words.addAll(List.of("-XX:ArchiveClassesAtExit=" + archive, "-cp", classPath, MoideCommand.class.getName()));
        words.addAll(List.of("run", "--no-progress", "--local-engines", "2", "--threads", "1", "uts", "--depth", "5"));
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile());
        builder.environment().put("MOIDE_HOME", home.toString());
        Process made = builder.start();
        try {
            if (!made.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS) || made.exitValue() != 0 || Files.notExists(archive)) {
                made.destroyForcibly();
                throw new IllegalStateException(
                        "expected an archive of classes, found: " + Files.readString(folder.resolve("said")));
            }
        } catch (InterruptedException stop) {
            made.destroyForcibly();
            throw new IllegalStateException("interrupted while an archive of classes was made", stop);
        }
    }

    private static List<String> optionsOf(Path archive) {
        return List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:cds*=off", "-Dmoide.archive=" + archive);
    }
}
