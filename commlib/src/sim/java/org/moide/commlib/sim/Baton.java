package org.moide.commlib.sim;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The right of a simulation's threads to run: only the holder of the baton runs. Passing it on orders memory: the next
 * holder sees everything that earlier holders did, so data that only holders touch needs no other guard.
 */
final class Baton {
    private volatile @Nullable Thread holder;
    private volatile boolean abandoned;
    private long passes;

    /**
     * Returns the thread that may run; null while no simulation runs: then the thread that started the simulation, such
     * as a test's, may run.
     */
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

    /**
     * Lays the baton down when the simulation stops for now: no thread of the simulation may run until the baton is
     * passed on again. Only the thread outside the simulation, such as a test's, calls it.
     */
    void lay() {
        holder = null;
    }

    /**
     * Withdraws the baton because the run is stuck: no thread gets it any more, and threads that wait for it end with a
     * {@link SimulatedDeath}.
     */
    void abandon() {
        abandoned = true;
    }

    /** Parks the calling thread until it has the baton. Interrupts are delivered after that. */
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
     * Parks the caller, the thread outside the simulation, until it has the baton again, or until nothing has happened
     * for {@code stuckSeconds} of real time.
     *
     * @param events returns the number of events that have happened
     * @param onInterrupt runs if the caller is interrupted, such as by a test's time limit
     * @return whether the baton came back
     */
    boolean awaitReturn(int stuckSeconds, LongSupplier events, Runnable onInterrupt) {
        Thread outside = Thread.currentThread();
        boolean interrupted = false;
        int rounds = 0;
        long seen = -1;
        long since = System.nanoTime();
        // Both conditions are needed: park returns at once while another thread is inside unpark, so rounds may be
        // short; and if the machine sleeps, much time passes in one round.
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
