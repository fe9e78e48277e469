package org.moide.command;

import java.util.function.UnaryOperator;
import org.moide.command.terminal.Console;

/**
 * A console that prefixes a run's lines with the name of the command that the user gave, if that is not
 * {@code moide run}.
 */
final class CommandConsole implements Console {
    private static final String RUN = "moide run: ";

    private final String command;
    private final Console console;

    /**
     * Creates the console.
     *
     * @param command the command's name, such as {@code moide bench comm}
     * @param console the console that shows the lines
     */
    CommandConsole(String command, Console console) {
        this.command = command;
        this.console = console;
    }

    @Override
    public void print(String line) {
        console.print(line);
    }

    @Override
    public void error(String line) {
        console.error(named(line));
    }

    private String named(String line) {
        return line.startsWith(RUN) ? command + ": " + line.substring(RUN.length()) : line;
    }

    @Override
    public void whenOutputIsLost(UnaryOperator<String> line) {
        console.whenOutputIsLost(why -> named(line.apply(why)));
    }

    @Override
    public void printed(String tag, String line, boolean fromErrorStream) {
        console.printed(tag, line, fromErrorStream);
    }

    @Override
    public void written(byte[] bytes, boolean toErrors) {
        console.written(bytes, toErrors);
    }

    @Override
    public void status(String text) {
        console.status(text);
    }

    @Override
    public Runnable printingTo(PrintedLines lines) {
        return console.printingTo(lines);
    }

    @Override
    public boolean interactive() {
        return console.interactive();
    }

    @Override
    public int columns() {
        return console.columns();
    }
}
