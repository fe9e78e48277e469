package org.moide.coordinator.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes a file as a whole or not at all: readers never see half of one. */
public final class WholeFile {
    private WholeFile() {}

    /**
     * Writes it beside its place and moves it there.
     *
     * @param what the file is, for the error
     * @throws UncheckedIOException if it cannot be written
     */
    public static void write(String text, Path file, String what) {
        Path whole = file.toAbsolutePath();
        Path part = whole.resolveSibling(whole.getFileName() + ".part");
        try {
            Files.writeString(part, text, StandardCharsets.UTF_8);
            Files.move(part, whole, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failed) {
            throw new UncheckedIOException(
                    "cannot write the " + what + " to " + file + ": " + failed.getMessage(), failed);
        }
    }
}
