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
 * A stream that hands over what a program prints in whole lines, each of one thread: pieces that several threads print
 * at once do not run into each other. Any thread; a line is handed over by the thread that ends it, one at a time.
 */
public final class LineStream extends OutputStream {
    /**
     * The longest line to a parent, beyond which a line is split in parts; less than the parent's limit, so that the
     * parent never splits one.
     */
    static final int MOST_BYTES = LineReader.MOST_BYTES / 2;

    /**
     * The most threads that have begun a line and not ended it; beyond that the oldest line is handed over unfinished.
     */
    private static final int MOST_BEGUN = 1_000;

    /** The longest line of text: nobody reads a longer one. */
    private static final int MOST_TEXT_BYTES = 1 << 20;

    private final Consumer<byte[]> lines;
    private final int mostBytes;
    private final Map<Thread, ByteArrayOutputStream> begun = new LinkedHashMap<>(); // guarded by this

    /** @param lines given each line, without its end */
    LineStream(Consumer<byte[]> lines) {
        this(lines, MOST_BYTES);
    }

    private LineStream(Consumer<byte[]> lines, int mostBytes) {
        this.lines = lines;
        this.mostBytes = mostBytes;
    }

    /** Returns a stream of UTF-8 text. */
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

    /** Hands over all unfinished lines. {@link #flush} does not do so: it would tear lines of many prints apart. */
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

    /** Returns a stream that {@code System.out} can be set to. */
    public PrintStream asPrintStream() {
        return new PrintStream(this, false, StandardCharsets.UTF_8);
    }
}
