package org.moide.coordinator.folder;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The compute threads that a run has on its coordinator's machine in engines that no daemon started. The run writes
 * this to a file in its folder, where other runs of the same user read it.
 *
 * @param engines the number of engines that no daemon started
 * @param threads the number of all compute threads of these engines; 0 when the engines have left
 * @param since when the run began, by the wall clock
 * @param host the machine's name, since several machines may share the folders
 */
public record HeldThreads(int engines, int threads, Instant since, String host) {
    private static final String BETWEEN = " ";

    String text() {
        return engines + BETWEEN + threads + BETWEEN + since + BETWEEN + host + "\n";
    }

    /** Reads the file; returns null if it does not exist or cannot be read. */
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
