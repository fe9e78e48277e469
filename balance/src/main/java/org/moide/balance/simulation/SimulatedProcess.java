package org.moide.balance.simulation;

import org.moide.commlib.port.Ticker;
import org.moide.commlib.sim.Event;
import org.moide.commlib.sim.NodeClock;

/**
 * The process of a simulated member: its clock, and the execution of its events. A {@link #healthy} process executes
 * each event when it is due; tests use processes that pause or die.
 */
public interface SimulatedProcess extends Ticker {
    /** Runs an action that was caused outside of the process, such as a letter's arrival. */
    void now(Runnable action);

    /** Schedules an action that belongs to no compute thread, for the time {@code atNanos} of the process's clock. */
    Event at(long atNanos, String what, Runnable action);

    /** Schedules the next step of a compute thread after a delay. */
    void compute(int thread, long delayNanos, String what, Runnable step);

    /** Makes a process that neither pauses nor dies. */
    static SimulatedProcess healthy(NodeClock clock) {
        return new SimulatedProcess() {
            @Override
            public long nanoTime() {
                return clock.nanoTime();
            }

            @Override
            public void now(Runnable action) {
                action.run();
            }

            @Override
            public Event at(long atNanos, String what, Runnable action) {
                return clock.at(atNanos, what, action);
            }

            @Override
            public void compute(int thread, long delayNanos, String what, Runnable step) {
                clock.queue().after(delayNanos, what, step);
            }
        };
    }
}
