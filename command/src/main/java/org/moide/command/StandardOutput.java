package org.moide.command;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import org.moide.coordinator.run.ExitCode;

/**
 * The standard output of a process. It keeps the first reason for a failed write, since a command whose result could
 * not be printed must fail.
 */
final class StandardOutput extends PrintStream {
    /** The reason for lost output if the reader has closed the pipe, as {@code head} does. */
    private static final String READER_GONE = "its reader has gone";

    private final Remembering stream;

    StandardOutput(Charset encoding) {
        this(new FileOutputStream(FileDescriptor.out), encoding);
    }

    StandardOutput(OutputStream stream, Charset encoding) {
        this(new Remembering(stream), encoding);
    }

    private StandardOutput(Remembering stream, Charset encoding) {
        super(new BufferedOutputStream(stream), false, encoding);
        this.stream = stream;
    }

    /** Returns the reason for the first failed write, in words; empty if no write has failed. */
    String whyLost() {
        return stream.why;
    }

    /** Returns the command's exit code, or that of a failure if output was lost. Prints the reason in that case. */
    static int checked(int exitCode, TerminalConsole console) {
        if (exitCode != ExitCode.DONE || !console.hasLostOutput()) {
            return exitCode;
        }
        String why = console.whyLost();
        if (why.equals(READER_GONE)) {
            return exitCode;
        }
        console.error("moide: " + (console.saidWhyLost() ? "" : "cannot write to standard output: " + why + "; ")
                + "what it was to show is lost");
        return ExitCode.FAILED;
    }

    /** A stream that remembers the exceptions that {@link PrintStream} drops. */
    private static final class Remembering extends FilterOutputStream {
        private volatile String why = "it is closed";
        private volatile boolean failed;

        Remembering(OutputStream to) {
            super(to);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            try {
                out.write(bytes, offset, length);
            } catch (IOException lost) {
                remember(lost);
                throw lost;
            }
        }

        private void remember(IOException lost) {
            if (!failed) {
                String message = String.valueOf(lost.getMessage());
                why = message.equals("Broken pipe") ? READER_GONE : message;
                failed = true;
            }
        }
    }
}
