package org.moide.engine.worker;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.strategy.WorkerRule;
import org.moide.engine.Directives;
import org.moide.engine.control.EngineHost;

/**
 * The requirements of a worker on the host and memory of its engine.
 *
 * @param hosts patterns of host names, one of which must match; empty for any host
 * @param labels patterns of labels; each must match a label of the host
 * @param memoryBytes the least maximum heap size of the engine's JVM
 */
record HostNeeds(List<String> hosts, List<String> labels, long memoryBytes) implements WorkerRule.Needs {
    private static final long serialVersionUID = 1L;

    HostNeeds {
        hosts = List.copyOf(hosts);
        labels = List.copyOf(labels);
    }

    /** Returns the requirements in directives; null if there are none. */
    static @Nullable HostNeeds of(Directives directives) {
        boolean none =
                directives.onHosts().isEmpty() && directives.onLabels().isEmpty() && directives.memoryBytes() == 0;
        return none ? null : new HostNeeds(directives.onHosts(), directives.onLabels(), directives.memoryBytes());
    }

    boolean areMetBy(EngineHost host) {
        return (hosts.isEmpty() || hosts.stream().anyMatch(pattern -> HostPattern.fits(pattern, host.name())))
                && labels.stream()
                        .allMatch(pattern ->
                                host.labels().stream().anyMatch(label -> HostPattern.matches(pattern, label)))
                && host.heapBytes() >= memoryBytes;
    }

    /** Returns a text such as {@code onHosts [gpu*], needsMemory 8.0 GiB}. */
    @Override
    public String toString() {
        List<String> parts = new ArrayList<>();
        if (!hosts.isEmpty()) {
            parts.add("onHosts " + hosts);
        }
        if (!labels.isEmpty()) {
            parts.add("onLabels " + labels);
        }
        if (memoryBytes > 0) {
            parts.add("needsMemory " + EngineHost.gibibytes(memoryBytes));
        }
        return String.join(", ", parts);
    }
}
