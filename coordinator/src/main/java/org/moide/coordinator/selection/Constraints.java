package org.moide.coordinator.selection;

import java.util.ArrayList;
import java.util.List;
import org.moide.engine.control.EngineHost;
import org.moide.engine.worker.HostPattern;

/**
 * The conditions that a host must meet to have engines of a run. They do not apply to this JVM's own engine, which the
 * user wants.
 *
 * @param minMemoryBytes the least memory of its machine or container; 0 for any
 * @param labels the labels, all of which it must have, with {@code *} for anything
 * @param excluded names of hosts or daemons, with {@code *} for anything, none of which may fit it
 */
public record Constraints(long minMemoryBytes, List<String> labels, List<String> excluded) {
    /** The conditions that any host meets. */
    public static final Constraints NONE = new Constraints(0, List.of(), List.of());

    public Constraints {
        labels = List.copyOf(labels);
        excluded = List.copyOf(excluded);
    }

    /** Returns why this host is not to be used; empty if it may be. */
    public String whyNot(Candidate host) {
        for (String pattern : excluded) {
            if (isNamed(pattern, host)) {
                return "--exclude " + pattern;
            }
        }
        for (String pattern : labels) {
            if (host.labels().stream().noneMatch(label -> HostPattern.matches(pattern, label))) {
                return "--label " + pattern + ": the host has "
                        + (host.labels().isEmpty() ? "no labels" : String.join(", ", host.labels()));
            }
        }
        if (host.memoryBytes() < minMemoryBytes) {
            return "--min-memory " + EngineHost.gibibytes(minMemoryBytes) + ": the host has "
                    + EngineHost.gibibytes(host.memoryBytes());
        }
        return "";
    }

    /** Returns the conditions as the options are written. */
    public String words() {
        List<String> words = new ArrayList<>();
        if (minMemoryBytes > 0) {
            words.add("--min-memory " + EngineHost.gibibytes(minMemoryBytes));
        }
        labels.forEach(label -> words.add("--label " + label));
        excluded.forEach(name -> words.add("--exclude " + name));
        return String.join(" ", words);
    }

    /** Returns whether a pattern fits a host's name, or its daemon's. */
    public static boolean isNamed(String pattern, Candidate host) {
        return HostPattern.fits(pattern, host.host()) || isDaemon(pattern, host.daemon());
    }

    /**
     * Returns whether a pattern fits a daemon's address. A name without a port, such as {@code node1}, also fits
     * {@code node1:7100}.
     */
    private static boolean isDaemon(String pattern, String daemon) {
        int colon = daemon.lastIndexOf(':');
        return HostPattern.matches(pattern, daemon)
                || (colon > 0 && HostPattern.fits(pattern, daemon.substring(0, colon)));
    }
}
