package org.moide.command;

import java.io.PrintStream;
import java.nio.charset.Charset;

/**
 * This process's standard output and error, kept for the command: the application's code sees others in their place, which it
 * may close.
 *
 * @param out as the process was given it
 * @param err as the process was given it
 */
record ProcessStreams(PrintStream out, PrintStream err) {
    /** Takes both. */
    static ProcessStreams take() {
        ProcessStreams taken = new ProcessStreams(new StandardOutput(charset("stdout.encoding")), System.err);
        System.setOut(new Shared(taken.out, "stdout.encoding"));
        System.setErr(new Shared(taken.err, "stderr.encoding"));
        return taken;
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
     * The encoding that the JDK has chosen for the stream: it can be asked since JDK 19, before that only for a
     * terminal.
     */
    private static Charset charset(String property) {
        String named = System.getProperty(property, System.getProperty("sun." + property));
        return named == null ? Charset.defaultCharset() : Charset.forName(named);
    }
}
