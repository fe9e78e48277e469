package org.moide.command;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import org.moide.command.runs.CoordinatorStarter;

/**
 * The original standard output and error of this process, reserved for the command. Application code sees other streams
 * in their place, which it may close.
 *
 * @param out the original standard output
 * @param err the original standard error
 */
record ProcessStreams(PrintStream out, PrintStream err) {
    /** Takes both streams, and replaces them by others. */
    static ProcessStreams take() {
        long most = Long.getLong(CoordinatorStarter.MOST_PRINTED, Long.MAX_VALUE);
        ProcessStreams taken = most == Long.MAX_VALUE
                ? new ProcessStreams(new StandardOutput(charset("stdout.encoding")), System.err)
                : limited(most);
        System.setOut(new Shared(taken.out, "stdout.encoding"));
        System.setErr(new Shared(taken.err, "stderr.encoding"));
        return taken;
    }

    /** Returns the streams of a process whose output goes to files of limited size. */
    @SuppressWarnings("DefaultCharset") // the JDK has chosen the encoding of standard error
    private static ProcessStreams limited(long most) {
        PrintStream err = new PrintStream(
                new LimitedOutput(new FileOutputStream(FileDescriptor.err), most, "standard error"),
                true,
                charset("stderr.encoding"));
        return new ProcessStreams(
                new StandardOutput(
                        new LimitedOutput(new FileOutputStream(FileDescriptor.out), most, "standard output"),
                        charset("stdout.encoding")),
                err);
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

    /** Returns the encoding that the JDK has chosen for the stream; before JDK 19 it is known only for a terminal. */
    private static Charset charset(String property) {
        String named = System.getProperty(property, System.getProperty("sun." + property));
        return named == null ? Charset.defaultCharset() : Charset.forName(named);
    }
}
