package org.moide.engine.host;

import java.io.InputStream;
import java.util.function.Consumer;

/**
 * A standard input for applications in a process that has none. It is at its end, and tells the user so when it is first
 * read. For any thread.
 */
public final class NoInput extends InputStream {
    private final Consumer<String> told;
    private final String process;
    private boolean said;

    /**
     * @param told takes the line for the user
     * @param process the process that has no standard input, for that line
     */
    public NoInput(String process, Consumer<String> told) {
        this.process = process;
        this.told = told;
    }

    @Override
    public int read() {
        if (isFirst()) {
            told.accept("the application reads standard input, which " + process
                    + " does not have: it finds its end; give it a file by --files");
        }
        return -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
        return read();
    }

    private synchronized boolean isFirst() {
        boolean first = !said;
        said = true;
        return first;
    }
}
