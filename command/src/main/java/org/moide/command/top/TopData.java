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
 * @param problem the reason why some figures are missing; empty if none are
 */
public record TopData(List<HostAnswer> hosts, List<Run> runs, String problem) {
    /** The value to show before the first reading. */
    public static final TopData NONE = new TopData(List.of(), List.of(), "");

    public TopData {
        hosts = List.copyOf(hosts);
        runs = List.copyOf(runs);
    }

    /**
     * A run of this user, with its figures.
     *
     * @param words the application and its arguments
     * @param status the run's status; null if it did not answer
     * @param times how its threads spent their time
     */
    public record Run(String id, String words, @Nullable RunStatus status, List<EngineTimes> times) {
        public Run {
            times = List.copyOf(times);
        }
    }
}
