package org.moide.engine.compute;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Signal;

/**
 * Tells interrupts by which a run, or an epoch, ends from those that the application sends to its own threads: these are none of
 * ours, and must not end anything. Any thread; {@code over} is only ever set.
 */
public final class Interrupts {
    private volatile boolean over;

    /** From now on an interrupt means that all is over. To be called before the threads are interrupted. */
    public void end() {
        over = true;
    }

    public boolean areOver() {
        return over;
    }

    /** Takes an interrupt from this thread that the application left there; false if there is none, or if all is over. */
    public boolean takeStray() {
        if (!Thread.interrupted()) {
            return false;
        }
        if (over) { // looked at after the interrupt was taken, so none of ours is lost
            Thread.currentThread().interrupt();
            return false;
        }
        return true;
    }

    /** Has something done that waits, again if the application interrupts it. */
    public <T> @Nullable T await(Waiting<T> waiting) throws InterruptedException {
        while (true) {
            takeStray();
            try {
                return waiting.await();
            } catch (InterruptedException interrupt) {
                if (over) {
                    throw interrupt;
                }
            }
        }
    }

    /** Waits until the condition holds, whatever the application interrupts. */
    public void await(Signal signal, BooleanSupplier condition) throws InterruptedException {
        await(() -> signal.await(condition, Long.MAX_VALUE));
    }

    /** What waits, and can be done again. */
    @FunctionalInterface
    public interface Waiting<T> {
        @Nullable
        T await() throws InterruptedException;
    }
}
