package org.moide.engine.worker;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.strategy.WorkerRule;
import org.moide.engine.Directives;
import org.moide.engine.control.EngineHost;

/**
 * A worker's needs of its engine.
 *
 * @param hosts patterns of hosts' names, of which one must fit; empty if any host will do
 * @param labels patterns of labels, each of which a label of the host must match
 * @param memoryBytes the memory that the engine's JVM must have at least
 */
record HostNeeds(List<String> hosts, List<String> labels, long memoryBytes) implements WorkerRule.Needs {
    private static final long serialVersionUID = 1L;

    HostNeeds {
        hosts = List.copyOf(hosts);
        labels = List.copyOf(labels);
    }

    /** Returns the needs that directives state; null if these ask for nothing of an engine. */
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

    /** {@code onHosts [gpu*], needsMemory 8.0 GiB}. */
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
