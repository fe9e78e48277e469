package org.moide.coordinator.text;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.moide.commlib.system.FileTrouble;

/** Writes a file as a whole or not at all: a reader never sees a half-written file. */
public final class WholeFile {
    private WholeFile() {}

    /**
     * Writes the text to a temporary file beside {@code file} and renames it to {@code file}.
     *
     * @param what the noun for the file in the error
     * @throws UncheckedIOException if the file cannot be written
     */
    public static void write(String text, Path file, String what) {
        write(text.getBytes(StandardCharsets.UTF_8), file, what);
    }

    /** Writes bytes like {@link #write(String, Path, String)}. */
    public static void write(byte[] bytes, Path file, String what) {
        try {
            if (isReplaced(file)) {
                Path part = part(file);
                Files.write(part, bytes);
                Files.move(part, file.toAbsolutePath(), StandardCopyOption.REPLACE_EXISTING);
            } else {
                Files.write(file, bytes);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(
                    "cannot write the " + what + " to " + file + ": " + FileTrouble.whenWriting(failed), failed);
        }
    }

    /**
     * Checks that the file could be written now. Leaves no file behind.
     *
     * @throws IOException if the file cannot be written
     */
    public static void tryOut(Path file) throws IOException {
        if (isReplaced(file)) {
            Path part = part(file);
            Files.newOutputStream(part).close();
            Files.delete(part);
        } else if (!Files.isWritable(file)) {
            throw new AccessDeniedException(file.toString());
        }
    }

    /**
     * Returns whether writing replaces the file by a new one. That is not so for a device, a pipe or a link: there the
     * bytes are written into what exists.
     */
    private static boolean isReplaced(Path file) {
        return Files.notExists(file, LinkOption.NOFOLLOW_LINKS) || Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
    }

    private static Path part(Path file) {
        Path whole = file.toAbsolutePath();
        return whole.resolveSibling(whole.getFileName() + ".part");
    }
}
