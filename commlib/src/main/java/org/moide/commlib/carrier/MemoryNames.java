package org.moide.commlib.carrier;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.function.LongPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of files in shared memory ({@code /dev/shm}). A file has a name only for some microseconds, but its process
 * may be killed in that time. Each name therefore contains its owner's process number, {@code moide-kind-pid-random},
 * and other processes remove the files of processes that have ended.
 */
public final class MemoryNames {
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final Path SELF = Path.of("/proc/self");
    private static final Pattern NAME = Pattern.compile("moide-(?:ring|tasks)-([0-9]{1,10})-.*");

    /**
     * The age from which a file that still has a name counts as left over by a killed process: a file needs its name
     * for microseconds only.
     */
    private static final long OLD_MILLIS = 10_000;

    private MemoryNames() {}

    /** Returns the prefix that the names of this process's files and folders of one kind have. */
    public static String prefix(String kind) {
        return "moide-" + kind + "-" + ProcessHandle.current().pid() + "-";
    }

    /**
     * Removes the files that an ended process has left in shared memory. The process's parent calls this after it has
     * seen the process end.
     */
    public static void removeAfter(long pid) {
        removeAfter(MEMORY, pid);
    }

    static void removeAfter(Path memory, long pid) {
        if (Files.isDirectory(memory)) {
            remove(memory, SELF, owner -> owner == pid, Long.MAX_VALUE);
        }
    }

    /**
     * Removes the files that ended processes of this user have left. A process in another container may share this
     * folder without being visible here, so young files stay.
     *
     * @param own a file that this process has just made: only files of the same owner are removed, and the time of this
     *     file serves as the current time
     */
    static void sweep(Path memory, Path own) {
        try {
            long old = Files.getLastModifiedTime(own).toMillis() - OLD_MILLIS;
            remove(memory, own, owner -> ProcessHandle.of(owner).isEmpty(), old);
        } catch (IOException stays) {
            return; // best effort: the next process tries again
        }
    }

    private static void remove(Path memory, Path own, LongPredicate dead, long beforeMillis) {
        try (DirectoryStream<Path> names = Files.newDirectoryStream(memory, "moide-*")) {
            Object user = Files.getAttribute(own, "unix:uid");
            for (Path name : names) {
                Matcher parts = NAME.matcher(String.valueOf(name.getFileName()));
                if (parts.matches()
                        && dead.test(Long.parseLong(parts.group(1)))
                        && Files.getAttribute(name, "unix:uid", LinkOption.NOFOLLOW_LINKS)
                                .equals(user)
                        && Files.getLastModifiedTime(name, LinkOption.NOFOLLOW_LINKS)
                                        .toMillis()
                                < beforeMillis) {
                    if (Files.isDirectory(name, LinkOption.NOFOLLOW_LINKS)) {
                        Files.deleteIfExists(name.resolve("ring"));
                    }
                    Files.deleteIfExists(name);
                }
            }
        } catch (IOException | DirectoryIteratorException | UnsupportedOperationException stays) {
            return; // best effort: the next process tries again
        }
    }
}
