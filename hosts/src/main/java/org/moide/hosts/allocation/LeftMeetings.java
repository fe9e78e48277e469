package org.moide.hosts.allocation;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Folders of earlier steps, and of earlier runs' jobs, whose first process was killed: nobody has removed them. What
 * could be in use, or is another user's, stays. One thread.
 */
public final class LeftMeetings {
    /** Time for processes to come. They come within minutes, and each that has come has a file there until it ends. */
    public static final Duration PROCESSES_COME = Duration.ofHours(12);

    /**
     * Age from which on nobody can be there: if all processes were killed, their files are still there. No batch system
     * lets a step run that long.
     */
    public static final Duration NOBODY_CAN_BE_THERE = Duration.ofDays(60);

    /** Most folders that are looked at; the next run looks at the rest. */
    private static final int MOST_LOOKED_AT = 1_000;

    private static final int MOST_FILES = 20_000;
    private static final Pattern KEPT_BY_A_PROCESS = Pattern.compile("(place|port)-[0-9]+(-[0-9]+)?");
    private static final Pattern OURS =
            Pattern.compile("secret|(over|said)(-[0-9]+)?|(place|port)-[0-9]+(-[0-9]+)?|secret[0-9]+\\.new");

    private final InstantSource clock;
    private final Duration waiting;

    /** @param waiting for how long a folder may be in use where no process is yet */
    public LeftMeetings(InstantSource clock, Duration waiting) {
        this.clock = clock;
        this.waiting = waiting;
    }

    /**
     * Removes such folders as far as that can be done now; a folder with anything else in it stays.
     *
     * @param own the folder of this step, beside which they are
     * @param names the pattern of such folders' names
     */
    public void removeBeside(Path own, Pattern names) {
        Path above = own.toAbsolutePath().getParent();
        if (above == null) {
            return;
        }
        int looked = 0;
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(above)) {
            UserPrincipal user = Files.getOwner(own, LinkOption.NOFOLLOW_LINKS);
            for (Path folder : folders) {
                if (looked++ == MOST_LOOKED_AT) {
                    return;
                }
                boolean isOne = names.matcher(folder.getFileName().toString()).matches()
                        && Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                        && !folder.getFileName().equals(own.getFileName());
                if (isOne && Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(user)) {
                    removeIfLeft(folder);
                }
            }
        } catch (IOException unreadable) {
            // What is left takes little room, and the next run tries again.
        }
    }

    private void removeIfLeft(Path folder) {
        try {
            Instant changed =
                    Files.getLastModifiedTime(folder, LinkOption.NOFOLLOW_LINKS).toInstant();
            Duration age = Duration.between(changed, clock.instant());
            if (age.compareTo(waiting) < 0) {
                return;
            }
            List<Path> files = files(folder);
            boolean somebody = files.stream()
                    .anyMatch(file -> KEPT_BY_A_PROCESS
                            .matcher(file.getFileName().toString())
                            .matches());
            boolean ours = files.stream()
                    .allMatch(
                            file -> OURS.matcher(file.getFileName().toString()).matches());
            if (ours && (!somebody || age.compareTo(NOBODY_CAN_BE_THERE) >= 0)) {
                for (Path file : files) {
                    Files.deleteIfExists(file);
                }
                Files.deleteIfExists(folder);
            }
        } catch (IOException inUse) {
            // Somebody else may be removing it too.
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
            for (Path file : all) {
                files.add(file);
                if (files.size() > MOST_FILES) {
                    throw new IOException("too many files");
                }
            }
        }
        return files;
    }
}
