package org.moide.command;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.moide.command.top.Key;
import org.moide.command.top.Looks;
import org.moide.command.top.Screen;
import org.moide.command.top.Seen;
import org.moide.command.top.TopState;

/**
 * The screen of {@code moide top}, which is shown until the user quits. One thread fetches the figures; the caller's
 * thread draws and reads keys, so that keys need not wait.
 */
final class TopScreen {
    /** The longest wait for a key in milliseconds. After it the screen shows new figures if there are any. */
    private static final long KEY_MILLIS = 100;

    private final TopTerminal terminal;
    private final TopSource source;
    private final long periodMillis;
    private volatile Seen newest = Seen.NOTHING;
    private volatile @Nullable Throwable defect;

    TopScreen(TopTerminal terminal, TopSource source, long periodMillis) {
        this.terminal = terminal;
        this.source = source;
        this.periodMillis = periodMillis;
    }

    void show() throws IOException {
        Thread asking = new Thread(this::ask, "top-asking");
        asking.setDaemon(true);
        asking.start();
        try {
            draw();
        } finally {
            asking.interrupt();
        }
        Throwable thrown = defect;
        if (thrown != null) {
            throw new IllegalStateException(thrown);
        }
    }

    private void ask() {
        Looks looks = new Looks();
        Pause pause = new Pause();
        try {
            while (true) {
                newest = looks.at(source.look());
                pause.millis(periodMillis);
            }
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error thrown) {
            defect = thrown;
        }
    }

    private void draw() throws IOException {
        TopState state = TopState.FIRST;
        Seen shown = newest;
        boolean changed = true;
        while (!state.over() && !terminal.hasEnded() && defect == null) {
            Seen now = state.paused() ? shown : newest;
            if (changed || terminal.hasResized() || !now.equals(shown)) {
                shown = now;
                terminal.show(Screen.lines(shown, state, terminal.lines(), terminal.columns()));
            }
            changed = false;
            for (Key key : terminal.keys(KEY_MILLIS)) {
                state = state.after(key, Screen.room(terminal.lines()), Screen.rows(shown, state));
                changed = true;
            }
        }
    }
}
