package org.moide.coordinator.serve;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** A stream of UTF-8 text that hands over whole lines. Any thread; a line goes out by the thread that ends it. */
public final class LineStream extends OutputStream {
    /** Nobody reads a longer line: it goes in pieces. */
    private static final int MOST_BYTES = 1 << 20;

    private final Consumer<String> lines;
    private final ByteArrayOutputStream begun = new ByteArrayOutputStream(); // guarded by this

    public LineStream(Consumer<String> lines) {
        this.lines = lines;
    }

    @Override
    public synchronized void write(int one) {
        if (one == '\n') {
            handOver();
        } else {
            begun.write(one);
            if (begun.size() >= MOST_BYTES) {
                handOver();
            }
        }
    }

    private void handOver() {
        String line = begun.toString(StandardCharsets.UTF_8);
        begun.reset();
        lines.accept(line.endsWith("\r") ? line.substring(0, line.length() - 1) : line);
    }
}
