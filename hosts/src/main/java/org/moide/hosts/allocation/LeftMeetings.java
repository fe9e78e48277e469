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
 * Removes meeting folders ({@link Meeting}) that earlier steps and jobs have left behind because their first process
 * was killed. Folders that may still be in use, or that belong to another user, stay. Used by one thread.
 */
public final class LeftMeetings {
    /**
     * The age below which an empty meeting folder counts as in use, because processes of its step may still arrive. In
     * fact they arrive within minutes, and each of them keeps a file in the folder until it ends.
     */
    public static final Duration PROCESSES_COME = Duration.ofHours(12);

    /**
     * The age above which a meeting folder counts as unused even if it holds files, since killed processes leave their
     * files. No batch system lets a step run that long, so no process of the step can be there any more.
     */
    public static final Duration NOBODY_CAN_BE_THERE = Duration.ofDays(60);

    /** The limit on the number of folders that one call examines. A later call examines the rest. */
    private static final int MOST_LOOKED_AT = 1_000;

    private static final int MOST_FILES = 20_000;
    private static final Pattern KEPT_BY_A_PROCESS = Pattern.compile("(place|port)-[0-9]+(-[0-9]+)?");
    private static final Pattern OURS =
            Pattern.compile("secret|(over|said)(-[0-9]+)?|(place|port)-[0-9]+(-[0-9]+)?|secret[0-9]+\\.new");

    private final InstantSource clock;
    private final Duration waiting;

    /**
     * Creates the object.
     *
     * @param waiting the age below which a meeting folder without files of processes counts as in use
     */
    public LeftMeetings(InstantSource clock, Duration waiting) {
        this.clock = clock;
        this.waiting = waiting;
    }

    /**
     * Removes the unused meeting folders that lie in the same parent folder as the one of this process's step. A folder
     * that holds anything unexpected stays.
     *
     * @param own the meeting folder of this process's step, which is not removed
     * @param names the pattern of the names of folders that may be removed
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
            // A folder that stays takes little room, and the next run tries again.
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
            // Another process may remove the folder at the same time.
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
