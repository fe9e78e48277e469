package org.moide.engine.host;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads lines of UTF-8 text from a pipe. Very long lines are split, to limit memory. Used by one thread. */
final class LineReader {
    /** Length in bytes at which a line is split. */
    static final int MOST_BYTES = 16 << 10;

    private final InputStream in;
    private final byte[] block = new byte[8 << 10];
    private int at;
    private int end;

    LineReader(InputStream in) {
        this.in = in;
    }

    /** Returns the next line without its line break; null at the end of the stream. */
    @Nullable
    String next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        while (line.size() < MOST_BYTES) {
            if (at == end && !fill()) {
                return line.size() == 0 ? null : text(line);
            }
            byte one = block[at++];
            if (one == '\n') {
                return text(line);
            }
            line.write(one);
        }
        return text(line);
    }

    private boolean fill() throws IOException {
        at = 0;
        end = Math.max(0, in.read(block));
        return end > 0;
    }

    private static String text(ByteArrayOutputStream line) {
        String text = line.toString(StandardCharsets.UTF_8);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }
}
