package org.moide.command;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import org.moide.command.runs.CoordinatorStarter;

/**
 * Standard output and error of this process, kept for the command. The application's code sees other streams in their
 * place, which it may close.
 *
 * @param out standard output as the process was given it
 * @param err standard error as the process was given it
 */
record ProcessStreams(PrintStream out, PrintStream err) {
    /** Takes both streams, and puts others in their place. */
    static ProcessStreams take() {
        long most = Long.getLong(CoordinatorStarter.MOST_PRINTED, Long.MAX_VALUE);
        ProcessStreams taken = most == Long.MAX_VALUE
                ? new ProcessStreams(new StandardOutput(charset("stdout.encoding")), System.err)
                : limited(most);
        System.setOut(new Shared(taken.out, "stdout.encoding"));
        System.setErr(new Shared(taken.err, "stderr.encoding"));
        return taken;
    }

    /** Returns the streams of a process whose output goes to files that are kept. */
    @SuppressWarnings("DefaultCharset") // standard error has the encoding that the JDK has chosen for it
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
            flush(); // the command has more to say
        }
    }

    /**
     * Returns the encoding that the JDK has chosen for the stream. It can be asked since JDK 19, before that only for a
     * terminal.
     */
    private static Charset charset(String property) {
        String named = System.getProperty(property, System.getProperty("sun." + property));
        return named == null ? Charset.defaultCharset() : Charset.forName(named);
    }
}
