package org.moide.commlib.sim;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The baton: who of a simulation's threads may run. Passing it on orders memory: what the giver did is visible to the
 * taker, so all that only holders touch needs no other guard.
 */
final class Baton {
    private volatile @Nullable Thread holder;
    private volatile boolean abandoned;
    private long passes;

    /** The thread that may run; null while no simulation runs, and then the thread outside may. */
    @Nullable
    Thread holder() {
        return holder;
    }

    void requireTurn() {
        Thread turn = holder;
        if (turn != null && turn != Thread.currentThread()) {
            throw new IllegalStateException("expected a simulated thread in its turn, found thread '"
                    + Thread.currentThread().getName() + "' while it is the turn of '" + turn.getName()
                    + "': start threads through the simulation only");
        }
    }

    void pass(Thread next) {
        passes++;
        holder = next;
        LockSupport.unpark(next);
    }

    /** Back to the thread outside, which runs now. */
    void lay() {
        holder = null;
    }

    /** Abandons the baton: nobody will get it any more, and who waits for it dies. */
    void abandon() {
        abandoned = true;
    }

    /** Parks the calling thread until it has the baton. Interrupts from elsewhere wait meanwhile. */
    void await(SimThread me) {
        boolean interrupted = false;
        while (holder != me) {
            if (abandoned) {
                throw new SimulatedDeath(me.getName() + ": the simulation was given up");
            }
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            me.interrupt();
        }
    }

    /**
     * Outside: parks until the baton is back, or until nothing has gone on for {@code stuckSeconds} of real time.
     *
     * @param events how many have happened
     * @param onInterrupt what to do if the thread outside is interrupted, such as by a test's time limit
     * @return whether it came back
     */
    boolean awaitReturn(int stuckSeconds, LongSupplier events, Runnable onInterrupt) {
        Thread outside = Thread.currentThread();
        boolean interrupted = false;
        int rounds = 0;
        long seen = -1;
        long since = System.nanoTime();
        // Both, since parking returns at once while another thread is within its unpark of this one, and a machine that
        // slept lets much time pass in one round.
        while (holder != outside
                && (rounds < stuckSeconds || System.nanoTime() - since < TimeUnit.SECONDS.toNanos(stuckSeconds))) {
            LockSupport.parkNanos(this, TimeUnit.SECONDS.toNanos(1));
            if (Thread.interrupted()) {
                interrupted = true;
                onInterrupt.run();
            }
            long now = events.getAsLong() + passes;
            if (now == seen) {
                rounds++;
            } else {
                rounds = 0;
                since = System.nanoTime();
            }
            seen = now;
        }
        if (interrupted) {
            outside.interrupt();
        }
        return holder == outside;
    }
}
