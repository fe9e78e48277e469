package org.moide.engine.compute;

import java.io.Serializable;
import org.moide.commlib.RunEndedException;
import org.moide.engine.Report;
import org.moide.engine.control.Utterance;

/**
 * Implements {@link Report}: each call becomes an {@link Utterance}, which a {@link Speaker} sends to the coordinator.
 * Any thread.
 */
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

    /**
     * Sends bytes to the program that started the run. Used by applications that are part of MOIDE, such as the
     * executor.
     */
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

    /** Sends the calls of {@link Report} to the coordinator, in order. */
    @FunctionalInterface
    public interface Speaker {
        /** Sends one call of {@link Report}. Blocks while too many are in transit. */
        void say(Utterance utterance) throws InterruptedException;
    }
}
