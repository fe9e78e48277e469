package org.moide.command;

import java.io.PrintStream;
import java.nio.charset.Charset;

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
     * Returns the encoding that the JDK has chosen for the stream. It can be asked since JDK 19, before that only for a
     * terminal.
     */
    private static Charset charset(String property) {
        String named = System.getProperty(property, System.getProperty("sun." + property));
        return named == null ? Charset.defaultCharset() : Charset.forName(named);
    }
}
