package org.moide.engine.host;

import java.util.Objects;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.wire.ExtensibleRecord;

/**
 * A claim of a run's coordinator to compute threads on a host, on which its engines will be in a moment.
 *
 * @param runId the run's name
 * @param coordinator the address of its coordinator
 * @param threads the threads of all its engines there, 0 to give an earlier claim back
 * @param owner whose run it is, as the coordinator claims
 * @param free whether it is good only if so many processors are free; else it is told to others all the same
 */
public record ThreadClaim(String runId, NodeReference coordinator, int threads, RunOwner owner, boolean free)
        implements ExtensibleRecord {
    private static final long serialVersionUID = 1L;

    public ThreadClaim {
        if (runId.isBlank() || threads < 0 || threads > EngineOrder.MOST_THREADS) {
            throw new IllegalArgumentException("expected a run's name and 0 to " + EngineOrder.MOST_THREADS
                    + " threads, found '" + runId + "' and " + threads);
        }
        owner = Objects.requireNonNullElse(owner, RunOwner.UNKNOWN);
    }
}
