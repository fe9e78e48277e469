package org.moide.command;

import org.moide.command.serve.RunServer;
import org.moide.command.terminal.Console;
import org.moide.coordinator.progress.Progress;

/**
 * A console for a program that uses the library. The program gets the usual lines of output, and numbers in place of a
 * status line.
 */
final class ProgramConsole implements Console {
    private final Console lines;
    private final RunServer.Told told;

    /**
     * Creates the console.
     *
     * @param lines splits written text into lines
     * @param told receives the output for the program
     */
    ProgramConsole(Console lines, RunServer.Told told) {
        this.lines = lines;
        this.told = told;
    }

    @Override
    public void print(String line) {
        lines.print(line);
    }

    @Override
    public void error(String line) {
        lines.error(line);
    }

    @Override
    public void printed(String tag, String line, boolean fromErrorStream) {
        lines.printed(tag, line, fromErrorStream);
    }

    @Override
    public void status(String text) {
        lines.status(text);
    }

    @Override
    public boolean interactive() {
        return false;
    }

    @Override
    public int columns() {
        return lines.columns();
    }

    @Override
    public boolean hearsProgress() {
        return true;
    }

    @Override
    public void progress(Progress progress) {
        told.progress(progress);
    }
}
