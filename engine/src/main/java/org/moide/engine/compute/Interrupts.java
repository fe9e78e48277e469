package org.moide.engine.compute;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Signal;

/**
 * Tells interrupts by which a run or an epoch ends from interrupts that the application sends to its own threads: those
 * must not end anything. Any thread; {@code over} is only ever set.
 */
public final class Interrupts {
    private volatile boolean over;

    /** Makes every interrupt from now on mean that all is over. To be called before the threads are interrupted. */
    public void end() {
        over = true;
    }

    public boolean areOver() {
        return over;
    }

    /**
     * Clears an interrupt of the calling thread that the application left there.
     *
     * @return false if there is none, or if all is over
     */
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

    /** Repeats a call that waits as long as the application interrupts it. */
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

    /** Waits until the condition holds, even if the application interrupts the thread. */
    public void await(Signal signal, BooleanSupplier condition) throws InterruptedException {
        await(() -> signal.await(condition, Long.MAX_VALUE));
    }

    /** A call that waits, and can be repeated. */
    @FunctionalInterface
    public interface Waiting<T> {
        @Nullable
        T await() throws InterruptedException;
    }
}
