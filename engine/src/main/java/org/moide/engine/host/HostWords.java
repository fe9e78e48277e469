package org.moide.engine.host;

import java.util.List;
import org.moide.commlib.registration.NodeReference;
import org.moide.monitor.HostMoment;
import org.moide.monitor.HostReport;
import org.moide.monitor.cluster.HostNews;

/** Builds the news about its host that a daemon sends to monitors. Stateless. */
final class HostWords {
    private HostWords() {}

    /**
     * Returns the news at this time of the daemon's clock.
     *
     * @param lastLook measurements of the host, oldest first; the news contain only the last one, or none if the list
     *     is empty
     */
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
