package org.moide.command.top;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.control.RunControl.EngineTimes;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.selection.HostAnswer;

/**
 * Data of one moment.
 *
 * @param hosts the hosts, as {@code moide hosts} knows them
 * @param runs the runs of this user that are running, the last that was started first
 * @param problem what could not be asked; empty if all could
 */
public record TopData(List<HostAnswer> hosts, List<Run> runs, String problem) {
    /** Data before anybody was asked. */
    public static final TopData NONE = new TopData(List.of(), List.of(), "");

    public TopData {
        hosts = List.copyOf(hosts);
        runs = List.copyOf(runs);
    }

    /**
     * A run.
     *
     * @param words the run's application with its arguments
     * @param status how the run stands; null if it did not answer
     * @param times what the run's threads have done with their time
     */
    public record Run(String id, String words, @Nullable RunStatus status, List<EngineTimes> times) {
        public Run {
            times = List.copyOf(times);
        }
    }
}
