package org.moide.monitor;

import java.util.Map;

/**
 * A machine's counters at one moment. Two samples and the time between them give its load.
 *
 * @param busySeconds processor time of all processes of the machine since it started
 * @param ourSeconds processor time of each of MOIDE's processes since the process started, by process ID
 * @param availableMemoryBytes the memory that new processes could have without swapping, within the container's limit
 * @param figures the host's other figures
 */
public record LoadSample(
        double busySeconds, Map<Long, Double> ourSeconds, long availableMemoryBytes, HostFigures figures) {
    public LoadSample {
        ourSeconds = Map.copyOf(ourSeconds);
    }

    /** Returns the processor seconds that MOIDE's processes used between an earlier sample and this one. */
    double ourSecondsSince(LoadSample earlier) {
        double seconds = 0;
        for (Map.Entry<Long, Double> process : ourSeconds.entrySet()) {
            seconds += Math.max(0, process.getValue() - earlier.ourSeconds.getOrDefault(process.getKey(), 0.0));
        }
        return seconds;
    }
}
