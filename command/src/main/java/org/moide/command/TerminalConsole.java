package org.moide.command;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import java.util.function.UnaryOperator;
import org.moide.command.terminal.Console;
import org.moide.commlib.system.VisibleText;
import org.moide.engine.host.LineStream;

/**
 * The console of a real process. The status line is on standard error. It is removed before each other line and
 * restored afterwards, so that both stay intact even if standard output is the same terminal.
 *
 * <p>Thread-safe. The lock is held while writing; nothing else is called with it.
 */
final class TerminalConsole implements Console {
    /** The control sequence that moves to the first column and erases the line. */
    private static final String ERASE = "\r\u001b[K";

    /** The control sequence that erases the screen and its scrollback, and moves to the first line. */
    private static final String CLEAR = "\u001b[2J\u001b[3J\u001b[H";

    private static final int LEAST_COLUMNS = 20;

    private final PrintStream out;
    private final PrintStream err;
    private final boolean interactive;
    private final int columns;
    private final boolean takesKeys;
    private String status = "";
    private UnaryOperator<String> lost = why -> "";
    private boolean saidWhyLost;

    TerminalConsole(PrintStream out, PrintStream err, boolean interactive, int columns) {
        this(out, err, interactive, columns, false);
    }

    /**
     * Creates the console.
     *
     * @param interactive whether standard error is a terminal
     * @param columns the width of the terminal
     * @param takesKeys whether standard input and output are the same terminal too
     */
    TerminalConsole(PrintStream out, PrintStream err, boolean interactive, int columns, boolean takesKeys) {
        this.takesKeys = takesKeys;
        this.out = out;
        this.err = err;
        this.interactive = interactive;
        this.columns = Math.max(LEAST_COLUMNS, columns);
    }

    @Override
    public synchronized void print(String line) {
        write(out, VisibleText.lines(line));
    }

    @Override
    public synchronized void error(String line) {
        write(err, VisibleText.lines(line));
    }

    @Override
    public synchronized void printed(String tag, String line, boolean fromErrorStream) {
        write(fromErrorStream ? err : out, VisibleText.line(tag) + line);
    }

    @Override
    public synchronized void written(byte[] bytes, boolean toErrors) {
        if (bytes.length == 0) {
            return;
        }
        if (!status.isEmpty()) {
            err.print(ERASE);
            err.flush();
        }
        PrintStream stream = toErrors ? err : out;
        stream.write(bytes, 0, bytes.length);
        stream.flush();
        err.print(status);
        err.flush();
    }

    /**
     * Replaces the whole screen of a terminal by these lines. If there is no terminal, prints the lines and an empty
     * line.
     */
    synchronized void page(List<String> text) {
        List<String> lines = text.stream().map(VisibleText::lines).toList();
        if (interactive) {
            out.print(CLEAR + String.join(System.lineSeparator(), lines) + System.lineSeparator());
        } else {
            lines.forEach(out::println);
            out.println();
        }
        out.flush();
    }

    /**
     * Returns whether a full screen can be shown and keys read, because standard input, output and error are one
     * terminal.
     */
    boolean takesKeys() {
        return takesKeys;
    }

    /** Returns whether a write to standard output has failed. */
    boolean hasLostOutput() {
        return out.checkError();
    }

    /** Returns whether the reason for lost output has been printed. */
    synchronized boolean saidWhyLost() {
        return saidWhyLost;
    }

    /** Returns the reason for lost output. */
    String whyLost() {
        return out instanceof StandardOutput known ? known.whyLost() : "it is closed";
    }

    /**
     * Returns a writer to standard output for text that is not written line by line, such as a help page. Use it only
     * while there is no status line.
     */
    PrintWriter writer() {
        return new PrintWriter(new Through(out), true);
    }

    @Override
    public synchronized void whenOutputIsLost(UnaryOperator<String> line) {
        lost = line;
    }

    private void write(PrintStream stream, String line) {
        if (!status.isEmpty()) {
            err.print(ERASE);
            err.flush();
        }
        stream.println(line);
        stream.flush();
        if (hasLostOutput()) {
            String told = lost.apply(whyLost());
            if (!told.isEmpty()) {
                err.println(VisibleText.lines(told));
                saidWhyLost = true;
            }
            lost = why -> "";
        }
        err.print(status);
        err.flush();
    }

    @Override
    public synchronized void status(String text) {
        if (!interactive) {
            return;
        }
        String shown = VisibleText.line(text);
        String line = shown.length() < columns ? shown : shown.substring(0, columns - 1);
        if (line.equals(status)) {
            return;
        }
        err.print(ERASE + line);
        err.flush();
        status = line;
    }

    @Override
    public Runnable printingTo(PrintedLines lines) {
        PrintStream outBefore = System.out;
        PrintStream errBefore = System.err;
        LineStream printed = LineStream.ofText(line -> lines.line(line, false));
        LineStream printedErrors = LineStream.ofText(line -> lines.line(line, true));
        System.setOut(printed.asPrintStream());
        System.setErr(printedErrors.asPrintStream());
        return () -> {
            printed.finish();
            printedErrors.finish();
            System.setOut(outBefore);
            System.setErr(errBefore);
        };
    }

    @Override
    public boolean interactive() {
        return interactive;
    }

    @Override
    public int columns() {
        return columns;
    }

    /** A writer that passes characters on to a print stream, which knows the terminal's encoding. */
    private static final class Through extends Writer {
        private final PrintStream stream;

        Through(PrintStream stream) {
            this.stream = stream;
        }

        @Override
        public void write(char[] characters, int offset, int length) {
            stream.print(String.valueOf(characters, offset, length));
        }

        @Override
        public void flush() {
            stream.flush();
        }

        @Override
        public void close() {
            stream.flush();
        }
    }
}
