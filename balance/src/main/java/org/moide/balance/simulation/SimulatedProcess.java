package org.moide.balance.simulation;

import org.moide.commlib.port.Ticker;
import org.moide.commlib.sim.Event;
import org.moide.commlib.sim.NodeClock;

/**
 * The process of a simulated member: its clock, and what decides when its events happen. In a {@link #healthy} one all
 * happens when it is due; a test plugs in one that is stopped, or dies.
 */
public interface SimulatedProcess extends Ticker {
    /** Runs something that reaches the process, such as a letter. */
    void now(Runnable action);

    /** Plans something that happens in the process and no compute thread does, at this time of its clock. */
    Event at(long atNanos, String what, Runnable action);

    /** A compute thread goes on after a while. */
    void compute(int thread, long delayNanos, String what, Runnable step);

    /** Makes a process in which all goes well. */
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
