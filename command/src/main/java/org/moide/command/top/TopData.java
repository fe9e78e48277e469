package org.moide.command.top;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.control.RunControl.EngineTimes;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.selection.HostAnswer;

/**
 * The figures of one moment.
 *
 * @param hosts the hosts, as {@code moide hosts} shows them
 * @param runs this user's running runs, the latest first
 * @param problem the reason if some figures are missing; else empty
 */
public record TopData(List<HostAnswer> hosts, List<Run> runs, String problem) {
    /** The value before the first reading. */
    public static final TopData NONE = new TopData(List.of(), List.of(), "");

    public TopData {
        hosts = List.copyOf(hosts);
        runs = List.copyOf(runs);
    }

    /**
     * One run.
     *
     * @param words the application and its arguments
     * @param status the run's status; null if it did not answer
     * @param times the use of its threads' time
     */
    public record Run(String id, String words, @Nullable RunStatus status, List<EngineTimes> times) {
        public Run {
            times = List.copyOf(times);
        }
    }
}
