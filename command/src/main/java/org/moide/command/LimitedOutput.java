package org.moide.command;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** A stream to a file that writes a limited number of bytes and drops the rest. Its own lock guards it. */
final class LimitedOutput extends FilterOutputStream {
    private final String name;
    private final long most;
    private long left;

    /** @param name the stream's name, for the line about dropped output */
    LimitedOutput(OutputStream to, long most, String name) {
        super(to);
        this.name = name;
        this.most = most;
        this.left = most;
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
        int taken = (int) Math.min(length, left);
        if (taken > 0) {
            out.write(bytes, offset, taken);
            left -= taken;
        }
        if (taken < length && left == 0) {
            left = -1; // the line was written
            out.write(("\nmoide run: of " + name + " the first " + (most >> 20)
                            + " MiB are kept: what follows is left out\n")
                    .getBytes(StandardCharsets.UTF_8));
        }
    }
}
