package org.moide.command.top;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.control.RunControl.EngineTimes;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.selection.HostAnswer;

/**
 * What there was to see at one moment.
 *
 * @param hosts as {@code moide hosts} knows them
 * @param runs of this user that are running, the last that was started first
 * @param problem what could not be asked; empty if all could
 */
public record TopData(List<HostAnswer> hosts, List<Run> runs, String problem) {
    /** Before anybody was asked. */
    public static final TopData NONE = new TopData(List.of(), List.of(), "");

    public TopData {
        hosts = List.copyOf(hosts);
        runs = List.copyOf(runs);
    }

    /**
     * A run.
     *
     * @param words its application with its arguments
     * @param status how it stands; null if it did not answer
     * @param times what its threads have done with their time
     */
    public record Run(String id, String words, @Nullable RunStatus status, List<EngineTimes> times) {
        public Run {
            times = List.copyOf(times);
        }
    }
}
