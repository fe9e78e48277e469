package org.moide.coordinator.reconfigure.automation;

import org.jspecify.annotations.Nullable;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.monitor.HostUse;

/**
 * A report of a place where an engine of the run is or could be.
 *
 * @param daemon the daemon in the user's words, as in
 *     {@link org.moide.coordinator.control.RunStatus.EngineStatus#daemon}
 * @param address the address of the daemon, which can start engines there; null for the coordinator's own machine
 * @param host the host's name for the user
 * @param machine the machine's identity, which places on the same machine share
 * @param processors the number of processors that an engine there may use
 * @param machineProcessors the number of processors of the whole machine
 * @param power the power of all processors that may be used
 * @param load the number of runnable threads of all programs on the whole machine
 * @param ourLoad how many of these threads belong to processes of this place
 * @param threads the number of threads that an engine there should get; 0 for as many as other runs leave
 * @param taken the number of threads that other runs have there
 * @param use what was used of the whole machine so far, by place: MOIDE's processes are those of this place
 */
public record HostSight(
        String daemon,
        @Nullable DaemonAddress address,
        String host,
        String machine,
        int processors,
        int machineProcessors,
        double power,
        double load,
        double ourLoad,
        int threads,
        int taken,
        HostUse use) {
    public HostSight {
        if (processors < 1 || machineProcessors < 1 || threads < 0 || taken < 0) {
            throw new IllegalArgumentException(daemon + ": expected processors and threads, found " + processors
                    + " of " + machineProcessors + ", " + threads + " and " + taken + " of others");
        }
        if (!(power > 0) || !(load >= 0) || !(ourLoad >= 0)) {
            throw new IllegalArgumentException(daemon + ": expected a power above 0 and loads from 0 on, found " + power
                    + ", " + load + " and " + ourLoad);
        }
    }
}
