package org.moide.monitor;

import java.util.Map;

/**
 * A machine's load up to one moment. Two of these, and the time between them, give its load.
 *
 * @param busySeconds processor time that all processes of the machine have used since it started
 * @param ourSeconds processor time that each of our processes has used since it started
 * @param availableMemoryBytes what new processes could have without swapping, within the container's limit
 * @param figures what else the host says
 */
public record LoadSample(
        double busySeconds, Map<Long, Double> ourSeconds, long availableMemoryBytes, HostFigures figures) {
    public LoadSample {
        ourSeconds = Map.copyOf(ourSeconds);
    }

    /** Processor seconds that our processes used between an earlier sample and this. */
    double ourSecondsSince(LoadSample earlier) {
        double seconds = 0;
        for (Map.Entry<Long, Double> process : ourSeconds.entrySet()) {
            seconds += Math.max(0, process.getValue() - earlier.ourSeconds.getOrDefault(process.getKey(), 0.0));
        }
        return seconds;
    }
}
