package org.moide;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.moide.commlib.security.SerialFilters;

/**
 * Keeps this JVM alive while calls are under way, as the threads of the JDK's executors do: a thread that is no daemon,
 * which looks now and then whether there are some. Any thread.
 */
final class KeptAlive {
    /** A program that ends without closing its executor waits this long at most; nobody notices it. */
    private static final long LOOK_MILLIS = 50;

    private final BooleanSupplier busy;
    private final AtomicBoolean kept = new AtomicBoolean();
    private volatile boolean over;

    /** @param busy tells whether calls are under way; quick */
    KeptAlive(BooleanSupplier busy) {
        this.busy = busy;
    }

    /** Notes that a call is under way. */
    void begun() {
        if (!kept.get() && kept.compareAndSet(false, true)) {
            Thread thread = new Thread(this::keep, "moide-open-calls");
            thread.setDaemon(SerialFilters.installed()); // an engine's JVM ends when its run does
            thread.start();
        }
    }

    /** Looks at once whether there are calls under way. */
    synchronized void look() {
        notifyAll();
    }

    /** Keeps nothing alive any more. */
    void end() {
        over = true;
        look();
    }

    private void keep() {
        boolean goesOn = true;
        while (goesOn) {
            await();
            kept.set(false);
            goesOn = !over && busy.getAsBoolean() && kept.compareAndSet(false, true);
        }
    }

    private synchronized void await() {
        while (!over && busy.getAsBoolean()) {
            try {
                wait(LOOK_MILLIS);
            } catch (InterruptedException stray) {
                // Nobody has reason to interrupt it: it looks again.
            }
        }
    }
}
