package org.moide.command;

import java.util.List;
import org.moide.coordinator.control.RunControl.EngineTimes;
import org.moide.coordinator.control.RunStatus;

/**
 * A run as its coordinator tells it.
 *
 * @param status how it stands
 * @param times what its threads have done with their time
 */
record LiveRun(RunStatus status, List<EngineTimes> times) {
    public LiveRun {
        times = List.copyOf(times);
    }
}
