package org.moide.coordinator.plan;

import java.io.IOException;
import java.nio.file.Path;
import org.moide.commlib.system.FileTrouble;
import org.moide.commlib.system.UserText;

/** Reads the text files that options name; says in words what is wrong with one. No state. */
public final class TextFile {
    /**
     * The most bytes. A host file of 4096 hosts has some hundred KiB; a longer file is another file, or a device
     * without an end.
     */
    private static final int MOST_BYTES = 4 << 20;

    private TextFile() {}

    /**
     * Returns the whole text of a file.
     *
     * @param expected begins the message, up to "cannot read"
     * @throws PlanException if it cannot be read or is no text
     */
    public static String read(Path file, String expected) {
        return read(file, expected, MOST_BYTES);
    }

    /** Returns the whole text of a file that may be longer. */
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
