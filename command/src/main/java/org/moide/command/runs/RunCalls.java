package org.moide.command.runs;

import org.moide.commlib.CommException;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.rmi.RmiSpace;
import org.moide.commlib.rmi.RmiSpaceOptions;
import org.moide.commlib.system.LoggingFaultHandler;
import org.moide.commlib.system.SystemRandomness;
import org.moide.commlib.system.SystemTicker;
import org.moide.coordinator.control.RunControl;
import org.moide.coordinator.folder.ControlAddress;
import org.moide.engine.control.Timing;

/**
 * A connection to the coordinator of a run of this user on this machine. Its address is in the run's folder. Used by
 * one thread.
 */
public final class RunCalls implements AutoCloseable {
    private final RmiSpace space;
    private final RunControl control;

    /**
     * Connects to the run.
     *
     * @param timing the time limits of calls
     * @throws CommException if the run does not answer
     */
    public RunCalls(ControlAddress address, Timing timing) {
        FaultHandler faults = new LoggingFaultHandler(System.getLogger("org.moide.control"));
        space = RmiSpace.open(RmiSpaceOptions.onLoopback(
                "command", address.secret(), faults, new SystemTicker(), new SystemRandomness().generator()));
        try {
            control = space.proxy(
                    space.find(RmiSpaceOptions.LOOPBACK, address.port(), timing.moment()),
                    RunControl.class,
                    RunControl.NAME,
                    // Longer than the run takes to answer that a change is still under way.
                    timing.change().plus(timing.call()));
        } catch (CommException nobody) {
            space.close();
            throw nobody;
        }
    }

    /** Returns the remote object by which the run is controlled. */
    public RunControl control() {
        return control;
    }

    @Override
    public void close() {
        space.close();
    }
}
