package org.moide.engine.host;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A stream that passes on what a program prints in whole lines, so that lines of several threads do not mix. Any
 * thread; the thread that ends a line passes it on, one line at a time.
 */
public final class LineStream extends OutputStream {
    /**
     * Length in bytes at which a line to the parent is split. It is below the parent's limit, so that the parent never
     * splits a line.
     */
    static final int MOST_BYTES = LineReader.MOST_BYTES / 2;

    /**
     * The greatest number of threads with an unfinished line. If there are more, the oldest unfinished line is passed
     * on.
     */
    private static final int MOST_BEGUN = 1_000;

    /** Length in bytes at which a line of text is split. */
    private static final int MOST_TEXT_BYTES = 1 << 20;

    private final Consumer<byte[]> lines;
    private final int mostBytes;
    private final Map<Thread, ByteArrayOutputStream> begun = new LinkedHashMap<>(); // guarded by this object's lock

    /**
     * Creates a stream that passes on whole lines.
     *
     * @param lines takes each line, without its line break
     */
    LineStream(Consumer<byte[]> lines) {
        this(lines, MOST_BYTES);
    }

    private LineStream(Consumer<byte[]> lines, int mostBytes) {
        this.lines = lines;
        this.mostBytes = mostBytes;
    }

    /** Returns a stream that decodes UTF-8 and passes on texts. */
    public static LineStream ofText(Consumer<String> lines) {
        return new LineStream(
                bytes -> {
                    String line = new String(bytes, StandardCharsets.UTF_8);
                    lines.accept(line.endsWith("\r") ? line.substring(0, line.length() - 1) : line);
                },
                MOST_TEXT_BYTES);
    }

    @Override
    public synchronized void write(int one) {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
        Thread self = Thread.currentThread();
        ByteArrayOutputStream line = begun.remove(self);
        if (line == null) {
            line = new ByteArrayOutputStream();
        }
        for (int at = offset; at < offset + length; at++) {
            boolean ends = bytes[at] == '\n';
            if (!ends) {
                line.write(bytes[at]);
            }
            if (ends || line.size() >= mostBytes) {
                handOver(line);
            }
        }
        if (line.size() > 0) {
            begun.put(self, line);
            if (begun.size() > MOST_BEGUN) {
                Iterator<ByteArrayOutputStream> oldest = begun.values().iterator();
                handOver(oldest.next());
                oldest.remove();
            }
        }
    }

    /**
     * Passes on all unfinished lines. {@link #flush} does not, because that would split lines that are printed in
     * pieces.
     */
    public synchronized void finish() {
        List<ByteArrayOutputStream> rest = new ArrayList<>(begun.values());
        begun.clear();
        rest.forEach(this::handOver);
    }

    private void handOver(ByteArrayOutputStream line) {
        byte[] bytes = line.toByteArray();
        line.reset();
        lines.accept(bytes);
    }

    /** Returns this stream in the form that {@code System.setOut} takes. */
    public PrintStream asPrintStream() {
        return new PrintStream(this, false, StandardCharsets.UTF_8);
    }
}
