package org.moide.coordinator.folder;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The compute threads that a run has on the machine of its coordinator, in engines that no daemon has made: what a file in its
 * folder says to its user's other runs.
 *
 * @param engines how many it has here
 * @param threads of all these; 0 when they have left
 * @param since when the run came, by the wall clock
 * @param host which machine that is: several may share the folders
 */
public record HeldThreads(int engines, int threads, Instant since, String host) {
    private static final String BETWEEN = " ";

    String text() {
        return engines + BETWEEN + threads + BETWEEN + since + BETWEEN + host + "\n";
    }

    /** Null if there is no such file, or it says nothing. */
    static @Nullable HeldThreads read(Path file) {
        try {
            String[] words =
                    Files.readString(file, StandardCharsets.UTF_8).strip().split(BETWEEN, 4);
            return words.length < 4
                    ? null
                    : new HeldThreads(
                            Integer.parseInt(words[0]), Integer.parseInt(words[1]), Instant.parse(words[2]), words[3]);
        } catch (IOException | NumberFormatException | DateTimeException none) {
            return null;
        }
    }
}
