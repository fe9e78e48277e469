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
 * Names of files in memory. Whoever makes one gives it a name for some microseconds, in which its process may be killed.
 * So each name says whose it is, {@code moide-kind-pid-random}, and others remove what the dead have left.
 */
public final class MemoryNames {
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final Path SELF = Path.of("/proc/self");
    private static final Pattern NAME = Pattern.compile("moide-(?:ring|tasks)-([0-9]{1,10})-.*");

    /** A name is needed for microseconds. */
    private static final long OLD_MILLIS = 10_000;

    private MemoryNames() {}

    /** The beginning of names of files and folders of this process. */
    public static String prefix(String kind) {
        return "moide-" + kind + "-" + ProcessHandle.current().pid() + "-";
    }

    /** Removes what a process has left behind. Called by its parent, which has seen it end. */
    public static void removeAfter(long pid) {
        removeAfter(MEMORY, pid);
    }

    static void removeAfter(Path memory, long pid) {
        if (Files.isDirectory(memory)) {
            remove(memory, SELF, owner -> owner == pid, Long.MAX_VALUE);
        }
    }

    /**
     * Removes what any processes of this user left. In another container that shares this memory a process may live,
     * unseen by us: but not with so old a name.
     *
     * @param own just made: its owner is whose names may go, and its time is now
     */
    static void sweep(Path memory, Path own) {
        try {
            long old = Files.getLastModifiedTime(own).toMillis() - OLD_MILLIS;
            remove(memory, own, owner -> ProcessHandle.of(owner).isEmpty(), old);
        } catch (IOException stays) {
            return; // as below
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
            return; // in nobody's way; the next process tries again
        }
    }
}
