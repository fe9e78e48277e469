package org.moide.hosts.ssh;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Reads the output of an ssh process as lines that are safe to print. */
final class SshLines {
    private static final int MOST_LINE_CHARACTERS = 2_000;

    private static final Pattern UNPRINTABLE = Pattern.compile("\\p{Cntrl}+");

    private SshLines() {}

    /** Reads the whole stream on a new thread. The future completes when the stream has ended. */
    static CompletableFuture<Void> read(ThreadFactory threads, InputStream from, Consumer<String> lines) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        threads.newThread(() -> {
                    try (BufferedReader reader =
                            new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8))) {
                        eachLine(reader, lines);
                    } catch (IOException closed) {
                        // A closed stream ends the output; the lines before it count.
                    } finally {
                        end.complete(null);
                    }
                })
                .start();
        return end;
    }

    /** Passes each line of the stream to {@code lines}. A line that is too long is cut. */
    private static void eachLine(BufferedReader reader, Consumer<String> lines) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = reader.read(); next >= 0; next = reader.read()) {
            if (next == '\n') {
                lines.accept(printable(line));
                line.setLength(0);
            } else if (line.length() < MOST_LINE_CHARACTERS) {
                line.append((char) next);
            }
        }
        if (line.length() > 0) {
            lines.accept(printable(line));
        }
    }

    /** Replaces control characters, since another host's words may go to a terminal. */
    private static String printable(CharSequence line) {
        return UNPRINTABLE.matcher(line).replaceAll(" ").strip();
    }

    /** Keeps the last lines that it receives, because ssh reports errors last. Thread-safe. */
    static final class Last implements Consumer<String> {
        private static final int LINES = 4;

        private final Deque<String> lines = new ArrayDeque<>();

        @Override
        public synchronized void accept(String line) {
            if (!line.isBlank()) {
                lines.addLast(line);
                if (lines.size() > LINES) {
                    lines.removeFirst();
                }
            }
        }

        synchronized String text() {
            return String.join(" ", lines);
        }
    }
}
