package org.moide.coordinator.network;

import java.time.Duration;
import org.moide.commlib.CommException;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.rmi.RmiSpace;
import org.moide.commlib.rmi.RmiSpaceOptions;
import org.moide.commlib.system.LoggingFaultHandler;
import org.moide.commlib.system.SystemRandomness;
import org.moide.commlib.system.SystemTicker;
import org.moide.coordinator.control.RunControl;
import org.moide.coordinator.folder.ControlAddress;

/** Calls to a run of this user on this machine, through the door that its folder names. One thread. */
public final class RunCalls implements AutoCloseable {
    private static final Duration FIND_DEADLINE = Duration.ofSeconds(5);

    /** Longer than the run itself takes before it says that something goes on. */
    private static final Duration CHANGE_DEADLINE = Duration.ofSeconds(110);

    private final RmiSpace space;
    private final RunControl control;

    /**
     * Knocks.
     *
     * @throws CommException if nobody answers there
     */
    public RunCalls(ControlAddress address) {
        FaultHandler faults = new LoggingFaultHandler(System.getLogger("org.moide.control"));
        space = RmiSpace.open(RmiSpaceOptions.onLoopback(
                "command", address.secret(), faults, new SystemTicker(), new SystemRandomness().generator()));
        try {
            control = space.proxy(
                    space.find(RmiSpaceOptions.LOOPBACK, address.port(), FIND_DEADLINE),
                    RunControl.class,
                    RunControl.NAME,
                    CHANGE_DEADLINE);
        } catch (CommException nobody) {
            space.close();
            throw nobody;
        }
    }

    /** What to ask. */
    public RunControl control() {
        return control;
    }

    @Override
    public void close() {
        space.close();
    }
}
