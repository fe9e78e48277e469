package org.moide.samples.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.moide.engine.UsageException;

/**
 * Writes a file of results. {@link #check} finds out before anything is computed whether it can be written. The file
 * appears only when it is complete.
 */
public final class OutputFile {
    private OutputFile() {}

    /** Writes the content of a file to a stream. */
    @FunctionalInterface
    public interface Content {
        void write(Path into) throws IOException;
    }

    /**
     * Checks that a file can be written. To be called on the host that will write it.
     *
     * @param option the option that names the file
     * @throws UsageException if the file cannot be written
     */
    public static void check(String option, Path file) {
        Path target = file.toAbsolutePath();
        Path folder = target.getParent();
        if (Files.isDirectory(target) || folder == null || !Files.isDirectory(folder)) {
            throw new UsageException(option + " " + file + ": expected a file in a folder that is there, found "
                    + (Files.isDirectory(target) ? "a folder" : "no folder " + folder));
        }
        if (isReplaced(target) && !Files.isWritable(folder)) {
            throw cannotBeWritten(option, file, folder);
        }
        if (Files.exists(target) && !Files.isWritable(target)) {
            throw cannotBeWritten(option, file, target);
        }
    }

    /**
     * Checks that two options name different files, so that one does not replace the other.
     *
     * @param other the file of the other option; empty if there is none
     * @throws UsageException if they name the same
     */
    public static void checkApart(String option, String name, String otherOption, String other) {
        if (!other.isEmpty() && normal(name).equals(normal(other))) {
            throw new UsageException(
                    option + " " + name + ": expected another file than that of " + otherOption + ", found the same");
        }
    }

    private static Path normal(String name) {
        return Path.of(name).toAbsolutePath().normalize();
    }

    private static UsageException cannotBeWritten(String option, Path file, Path what) {
        return new UsageException(option + " " + file
                + ": expected a file that can be written, found no permission for " + what + "; name another");
    }

    /** Writes the content into a temporary file, and moves that to its place when it is complete. */
    public static void write(Path file, Content content) throws IOException {
        Path target = file.toAbsolutePath();
        if (!isReplaced(target)) {
            content.write(target);
            return;
        }
        Path part = target.resolveSibling(target.getFileName() + ".part");
        try {
            content.write(part);
            Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /**
     * Returns whether a new file takes the place of {@code target}. A device, a pipe or a link is not replaced: the
     * content is written into it.
     */
    private static boolean isReplaced(Path target) {
        return Files.notExists(target, LinkOption.NOFOLLOW_LINKS)
                || Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS);
    }
}
