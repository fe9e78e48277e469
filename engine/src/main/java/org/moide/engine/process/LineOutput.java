package org.moide.engine.process;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What the application prints, gathered into whole lines, so that lines of several threads and our own control lines do
 * not run into each other. A line of the application that looks like a control line loses its mark. Any thread.
 */
final class LineOutput extends OutputStream {
    /** A line beyond this is torn in parts; less than the parent's limit, so that it never tears one itself. */
    static final int MOST_BYTES = LineReader.MOST_BYTES / 2;

    private final PrintStream pipe;
    private final ReentrantLock pipeLock;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    /** @param pipeLock held while a line is written: shared by all that write to this pipe */
    LineOutput(PrintStream pipe, ReentrantLock pipeLock) {
        this.pipe = pipe;
        this.pipeLock = pipeLock;
    }

    @Override
    public synchronized void write(int one) {
        if (one == '\n') {
            end();
        } else {
            line.write(one);
            if (line.size() >= MOST_BYTES) {
                end();
            }
        }
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            write(bytes[i]);
        }
    }

    /** Writes what there is of the last line. Not on {@link #flush}, which would tear lines of many prints apart. */
    synchronized void finish() {
        if (line.size() > 0) {
            end();
        }
    }

    private void end() {
        byte[] bytes = line.toByteArray();
        line.reset();
        if (bytes.length > 0 && bytes[0] == ControlLine.MARK) {
            bytes[0] = '?';
        }
        pipeLock.lock();
        try {
            pipe.write(bytes, 0, bytes.length);
            pipe.write('\n');
            pipe.flush();
        } finally {
            pipeLock.unlock();
        }
    }

    /** As what {@code System.out} can be. */
    PrintStream asPrintStream() {
        return new PrintStream(this, false, StandardCharsets.UTF_8);
    }
}
