package org.moide.command;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.NonBlockingReader;
import org.jspecify.annotations.Nullable;
import org.moide.command.top.Key;
import org.moide.command.top.Keys;
import org.moide.command.top.Line;
import org.moide.coordinator.plan.PlanException;

/**
 * The terminal of a command that uses the full screen: keys are read as they are pressed, and the previous content is
 * restored at the end, however the command ends. Used by one thread, except for the end.
 */
final class TopTerminal implements AutoCloseable {
    /** The control sequences for the alternate screen, a hidden cursor, and no line wrapping. */
    private static final String ENTER = "\u001b[?1049h\u001b[?25l\u001b[?7l";

    private static final String LEAVE = "\u001b[0m\u001b[?7h\u001b[?25h\u001b[?1049l";
    private static final String HOME = "\u001b[H";
    private static final String TO_THE_END_OF_LINE = "\u001b[K";

    private static final int USUAL_COLUMNS = 80;
    private static final int USUAL_LINES = 24;

    /** The milliseconds to wait for further characters of one key. They arrive together except on slow connections. */
    private static final long REST_MILLIS = 10;

    private static final int MOST_LETTERS = 256;

    private final Terminal terminal;
    private final Attributes before;
    private final boolean colours;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final AtomicBoolean resized = new AtomicBoolean();
    private @Nullable Thread hook;

    private TopTerminal(Terminal terminal, boolean colours) {
        this.terminal = terminal;
        this.colours = colours;
        this.before = terminal.getAttributes();
    }

    /**
     * Takes over the process's terminal.
     *
     * @param noColour the variable {@code NO_COLOR}; null or empty keeps colours
     * @throws PlanException if there is no usable terminal
     */
    static TopTerminal open(@Nullable String noColour) {
        Terminal found;
        try {
            found = TerminalBuilder.builder()
                    .name("moide top")
                    .system(true)
                    .exec(true)
                    .jni(false)
                    .ffm(false)
                    .jna(false)
                    .jansi(false)
                    .dumb(false)
                    .nativeSignals(true)
                    .build();
        } catch (IOException | IllegalStateException impossible) {
            throw new PlanException("moide top: expected a terminal that can be taken, found none ("
                    + impossible.getMessage() + "); 'moide top --once' needs none");
        }
        TopTerminal made = new TopTerminal(found, noColour == null || noColour.isEmpty());
        made.enter();
        return made;
    }

    private void enter() {
        Thread restoring = new Thread(this::restore, "terminal-restore");
        Runtime.getRuntime().addShutdownHook(restoring);
        hook = restoring;
        terminal.handle(Terminal.Signal.INT, signal -> ended.set(true));
        terminal.handle(Terminal.Signal.WINCH, signal -> resized.set(true));
        terminal.enterRawMode();
        write(ENTER);
    }

    /** Returns whether Ctrl-C was pressed. */
    boolean hasEnded() {
        return ended.get();
    }

    /** Returns whether the terminal's size has changed since the last call. */
    boolean hasResized() {
        return resized.getAndSet(false);
    }

    int columns() {
        int columns = terminal.getWidth();
        return columns > 0 ? columns : USUAL_COLUMNS;
    }

    int lines() {
        int lines = terminal.getHeight();
        return lines > 0 ? lines : USUAL_LINES;
    }

    /** Waits for keys for at most this number of milliseconds. Returns the keys that were pressed. */
    List<Key> keys(long millis) throws IOException {
        NonBlockingReader reader = terminal.reader();
        StringBuilder sent = new StringBuilder();
        int letter = reader.read(millis);
        while (letter >= 0 && sent.length() < MOST_LETTERS) {
            sent.append((char) letter);
            letter = reader.read(REST_MILLIS);
        }
        return letter == NonBlockingReader.EOF
                ? List.of(new Key(Key.Kind.END_OF_ALL, (char) 0))
                : Keys.of(sent.toString());
    }

    /** Draws these lines over the previous ones. */
    void show(List<Line> lines) {
        StringBuilder all = new StringBuilder(HOME);
        int columns = columns();
        for (int i = 0; i < lines.size(); i++) {
            all.append(lines.get(i).shown(columns, colours)).append(TO_THE_END_OF_LINE);
            if (i < lines.size() - 1) {
                all.append("\r\n");
            }
        }
        write(all.toString());
    }

    private void write(String text) {
        if (!closed.get()) {
            terminal.writer().write(text);
            terminal.writer().flush();
        }
    }

    /** Restores the terminal's previous state, once. */
    private void restore() {
        if (closed.compareAndSet(false, true)) {
            terminal.writer().write(LEAVE);
            terminal.writer().flush();
            terminal.setAttributes(before);
        }
    }

    @Override
    public void close() throws IOException {
        restore();
        terminal.close();
        Thread restoring = hook;
        if (restoring != null) {
            try {
                Runtime.getRuntime().removeShutdownHook(restoring);
            } catch (IllegalStateException ending) {
                // The process is already ending, and its hook will find nothing to do.
            }
        }
    }
}
