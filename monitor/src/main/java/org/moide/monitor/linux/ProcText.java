package org.moide.monitor.linux;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads small files of the kernel. A process may end between two reads, so a missing file counts as empty. */
final class ProcText {
    /** The value for text that is not a number, or a missing file. */
    static final long NONE = -1;

    private ProcText() {}

    static String text(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).strip();
        } catch (IOException gone) {
            return "";
        }
    }

    static List<String> lines(Path file) {
        return text(file).lines().toList();
    }

    /** Returns the whole number that a text contains; returns {@link #NONE} for anything else, such as "max". */
    static long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException other) {
            return NONE;
        }
    }
}
