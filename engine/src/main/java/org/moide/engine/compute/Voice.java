package org.moide.engine.compute;

import java.io.Serializable;
import org.moide.commlib.RunEndedException;
import org.moide.engine.Report;
import org.moide.engine.control.Utterance;

/** {@link Report} as calls of a {@link Speaker}; any thread. */
public final class Voice implements Report {
    private final Speaker speaker;

    public Voice(Speaker speaker) {
        this.speaker = speaker;
    }

    @Override
    public void put(String name, Object value) {
        if (!(value instanceof Serializable serializable)) {
            throw new IllegalArgumentException("result '" + name
                    + "': expected a String, Number, Boolean or an array of numbers, found "
                    + value.getClass().getTypeName());
        }
        say(new Utterance.Result(name, serializable));
    }

    @Override
    public void print(String line) {
        say(new Utterance.Line(line));
    }

    @Override
    public void progress(long done, long total, String what) {
        say(new Utterance.Progress(done, total, what));
    }

    /** Gives something to whoever began the run; for applications of our own. */
    public void deliver(byte[] bytes) {
        say(new Utterance.Payload(bytes));
    }

    private void say(Utterance utterance) {
        try {
            speaker.say(utterance);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw new RunEndedException("the run ended while this thread was reporting");
        }
    }

    /** Brings what the application says to the coordinator, in order. */
    @FunctionalInterface
    public interface Speaker {
        /** Brings one utterance. May wait while too much is on its way. */
        void say(Utterance utterance) throws InterruptedException;
    }
}
