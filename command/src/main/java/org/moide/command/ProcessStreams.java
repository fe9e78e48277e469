package org.moide.command;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.moide.command.runs.CoordinatorStarter;
import org.moide.commlib.system.FileTrouble;

/**
 * The original standard output and error of this process, reserved for the command. Application code sees other streams
 * in their place, which it may close.
 *
 * @param out the original standard output of the process
 * @param err the original standard error of the process
 * @param lost returns why some output could not be written to a file; an empty text if all was written
 */
record ProcessStreams(PrintStream out, PrintStream err, Supplier<String> lost) {
    /** Reserves both streams for the command, and sets others as {@code System.out} and {@code System.err}. */
    static ProcessStreams take() {
        long most = Long.getLong(CoordinatorStarter.MOST_PRINTED, Long.MAX_VALUE);
        ProcessStreams taken = most == Long.MAX_VALUE
                ? new ProcessStreams(new StandardOutput(charset("stdout.encoding")), System.err, () -> "")
                : limited(most);
        System.setOut(new Shared(taken.out, "stdout.encoding"));
        System.setErr(new Shared(taken.err, "stderr.encoding"));
        return taken;
    }

    /**
     * Returns the streams of a process whose output goes to files of limited size.
     *
     * @param most the most bytes of each file
     */
    @SuppressWarnings("DefaultCharset") // the JDK has chosen the encoding of standard error
    private static ProcessStreams limited(long most) {
        LimitedOutput out = new LimitedOutput(new FileOutputStream(FileDescriptor.out), most, "standard output");
        LimitedOutput err = new LimitedOutput(new FileOutputStream(FileDescriptor.err), most, "standard error");
        return new ProcessStreams(
                new StandardOutput(out, charset("stdout.encoding")),
                new PrintStream(err, true, charset("stderr.encoding")),
                () -> out.whyLost().isEmpty() ? err.whyLost() : out.whyLost());
    }

    private static final class Shared extends PrintStream {
        Shared(PrintStream to, String encoding) {
            super(to, true, charset(encoding));
        }

        @Override
        public void close() {
            flush(); // the command will print more
        }
    }

    /** A stream to a file that drops all bytes after a given number of them. Guarded by its own lock. */
    private static final class LimitedOutput extends FilterOutputStream {
        private final String name;
        private final long most;
        private long left;
        private String why = "";

        /**
         * Limits a stream.
         *
         * @param most the number of bytes after which further bytes are dropped
         * @param name the name of the stream, for the line that says that output is left out
         */
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

        /** Returns the reason of the first failed write; empty if no write has failed. */
        synchronized String whyLost() {
            return why;
        }

        @Override
        public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
            try {
                writeSome(bytes, offset, length);
            } catch (IOException impossible) {
                why = why.isEmpty() ? FileTrouble.whenWriting(impossible) : why;
                throw impossible;
            }
        }

        private void writeSome(byte[] bytes, int offset, int length) throws IOException {
            int taken = (int) Math.min(length, left);
            if (taken > 0) {
                out.write(bytes, offset, taken);
                left -= taken;
            }
            if (taken < length && left == 0) {
                left = -1; // the line is written once
                out.write(("\nmoide run: of " + name + " the first " + (most >> 20)
                                + " MiB are kept: what follows is left out\n")
                        .getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    /**
     * Returns the encoding that the JDK has chosen for a standard stream. Before JDK 19 it is known only for a
     * terminal.
     *
     * @param property the system property with the encoding's name
     */
    private static Charset charset(String property) {
        String named = System.getProperty(property, System.getProperty("sun." + property));
        return named == null ? Charset.defaultCharset() : Charset.forName(named);
    }
}
