package org.moide.monitor.linux;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads small files of the kernel; a process may be gone between two looks, so a missing file is empty. */
final class ProcText {
    /** No number, or no file. */
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

    /** A whole number, {@link #NONE} for anything else such as "max". */
    static long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException other) {
            return NONE;
        }
    }
}
