package org.moide.engine.compute;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Signal;

/**
 * Distinguishes interrupts that end a run or an epoch from interrupts that the application sends to its own threads,
 * which must end nothing. Any thread; {@code over} is set once and never cleared.
 */
public final class Interrupts {
    private volatile boolean over;

    /**
     * Makes every interrupt from now on count as the end of the run or epoch. Must be called before the threads are
     * interrupted.
     */
    public void end() {
        over = true;
    }

    public boolean areOver() {
        return over;
    }

    /**
     * Clears the calling thread's interrupt status if the application has set it.
     *
     * @return true if an interrupt of the application was cleared; false if there was none, or if the run or epoch is
     *     over
     */
    public boolean takeStray() {
        if (!Thread.interrupted()) {
            return false;
        }
        if (over) { // read after the interrupt status was cleared, so no interrupt that ends the run is lost
            Thread.currentThread().interrupt();
            return false;
        }
        return true;
    }

    /** Makes a blocking call, and repeats it whenever the application interrupts it. */
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

    /** Waits until the condition holds; ignores interrupts of the application. */
    public void await(Signal signal, BooleanSupplier condition) throws InterruptedException {
        await(() -> signal.await(condition, Long.MAX_VALUE));
    }

    /** A blocking call that can be repeated. */
    @FunctionalInterface
    public interface Waiting<T> {
        @Nullable
        T await() throws InterruptedException;
    }
}
