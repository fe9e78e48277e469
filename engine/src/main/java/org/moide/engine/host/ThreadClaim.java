package org.moide.engine.host;

import java.util.Objects;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.wire.ExtensibleRecord;

/**
 * A coordinator's claim to compute threads of a host on which it is about to start engines.
 *
 * @param runId the run's name
 * @param coordinator the address of its coordinator
 * @param threads the number of threads of all the run's engines on the host; 0 to withdraw an earlier claim
 * @param owner the user and host that started the run, as the coordinator claims
 * @param free whether the claim fails if fewer processors are free; otherwise it always succeeds, and other runs see it
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
