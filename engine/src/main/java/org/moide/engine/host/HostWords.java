package org.moide.engine.host;

import java.util.List;
import org.moide.commlib.registration.NodeReference;
import org.moide.monitor.HostMoment;
import org.moide.monitor.HostReport;
import org.moide.monitor.cluster.HostNews;

/** What a daemon says of its host to monitors. Pure. */
final class HostWords {
    private HostWords() {}

    /** What it says at this moment of its own clock, which has done this in its last look. */
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
                        .map(run ->
                                new HostNews.RunThere(run.runId(), run.engines().size()))
                        .toList());
    }
}
