package org.moide.coordinator.reconfigure.automation;

import org.jspecify.annotations.Nullable;
import org.moide.coordinator.plan.DaemonAddress;

/**
 * A place where an engine of a run could be, or is, as it was found at a moment.
 *
 * @param daemon the user's name of its daemon, as in
 *     {@link org.moide.coordinator.control.RunStatus.EngineStatus#daemon}
 * @param address the address of the daemon, which can make engines there; null for the coordinator's own machine
 * @param host its name, for the user
 * @param machine what tells one machine from another: places on one machine share it
 * @param processors those that an engine there may use
 * @param machineProcessors those of the machine
 * @param power of all processors that may be used
 * @param load runnable work of the whole machine, in processors
 * @param ourLoad the part of the load that the place's own processes make
 * @param threads how many threads an engine there is to have; 0 for as many as the others leave
 * @param taken how many threads other runs have there
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
        int taken) {
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
