package org.moide.coordinator.plan;

import java.io.IOException;
import java.nio.file.Path;
import org.moide.commlib.system.FileTrouble;
import org.moide.commlib.system.UserText;

/** Reads text files that options name. Its errors say in words what is wrong with a file. */
public final class TextFile {
    /**
     * The limit on the size of a file in bytes. A host file of 4096 hosts has a few hundred KiB. If a file is longer,
     * the user probably named the wrong one, or a device that never ends.
     */
    private static final int MOST_BYTES = 4 << 20;

    private TextFile() {}

    /**
     * Returns the text of a file of at most 4 MiB.
     *
     * @param expected the beginning of the error message, up to "cannot read"
     * @throws PlanException if the file cannot be read or is no text
     */
    public static String read(Path file, String expected) {
        return read(file, expected, MOST_BYTES);
    }

    /** Returns the text of a file of at most {@code mostBytes}. */
    public static String read(Path file, String expected, int mostBytes) {
        try {
            return UserText.read(file, mostBytes);
        } catch (IOException unreadable) {
            throw new PlanException(
                    expected + "cannot read " + file.toAbsolutePath() + ": " + FileTrouble.whenReading(unreadable),
                    unreadable);
        }
    }
}
