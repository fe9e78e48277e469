package org.moide.coordinator.run;

import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import org.moide.coordinator.plan.EngineSettings;
import org.moide.coordinator.selection.Candidate;

/**
 * This machine as a place for engines when nobody else's is used: all engines are on the same machine and share it, so
 * nothing has to be measured; a processor counts as one unit of power.
 */
final class OwnMachine {
    private OwnMachine() {}

    static Candidate candidate(RunContext run) {
        int processors = Runtime.getRuntime().availableProcessors();
        double power = run.plan().engines().powers().getOrDefault(EngineSettings.OWN_HOST, (double) processors);
        return new Candidate("this JVM", run.host(), "this machine", processors, power, 1, memoryBytes(), 0);
    }

    /** The machine's memory, or the container's limit. */
    private static long memoryBytes() {
        OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
        return system instanceof com.sun.management.OperatingSystemMXBean known
                ? known.getTotalMemorySize()
                : Runtime.getRuntime().maxMemory();
    }
}
