package org.moide.engine.host;

import java.util.List;
import org.moide.commlib.registration.NodeReference;
import org.moide.monitor.HostMoment;
import org.moide.monitor.HostReport;
import org.moide.monitor.cluster.HostNews;

/** The news that a daemon tells monitors of its host. Pure. */
final class HostWords {
    private HostWords() {}

    /** Returns the news at this moment of the daemon's own clock, with what the host did in the last look. */
    static HostNews news(
            NodeReference self, long nowNanos, HostReport report, List<HostMoment> lastLook, List<RunView> runs) {
        return HostNews.of(
                self.nodeId(),
                self.addresses(),
                self.port(),
                nowNanos,
                report,
                lastLook.isEmpty() ? null : lastLook.get(lastLook.size() - 1),
                runs.stream()
                        .filter(run -> !run.engines().isEmpty())
                        .map(run -> new HostNews.RunThere(
                                run.runId(),
                                run.engines().size(),
                                run.threads(),
                                run.owner().text(),
                                run.heldNanos()))
                        .toList());
    }
}
