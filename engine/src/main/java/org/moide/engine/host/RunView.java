package org.moide.engine.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.wire.ExtensibleRecord;

/**
 * A run's engines on one host, and its owner.
 *
 * @param runId the run's name
 * @param coordinator the address of the run's coordinator
 * @param engines the run's engines on this host
 * @param owner the run's owner, as its coordinator claims
 * @param heldNanos the time since its first engine on this host; a duration, because clocks of hosts differ
 */
public record RunView(String runId, NodeReference coordinator, List<EngineView> engines, RunOwner owner, long heldNanos)
        implements ExtensibleRecord {
    private static final long serialVersionUID = 1L;

    public RunView {
        engines = List.copyOf(engines);
        owner = Objects.requireNonNullElse(owner, RunOwner.UNKNOWN);
        heldNanos = Math.max(0, heldNanos);
    }

    /**
     * Returns a copy with one more entry, which stands for engines that have not started yet and have this number of
     * threads together.
     */
    RunView and(int threads) {
        List<EngineView> more = new ArrayList<>(engines);
        more.add(new EngineView(EngineView.TO_COME, 0, null, threads));
        return new RunView(runId, coordinator, more, owner, heldNanos);
    }

    /**
     * Returns the number of the run's compute threads on this host, including those of engines that have not started
     * yet.
     */
    public int threads() {
        long all = engines.stream().mapToLong(EngineView::threads).sum();
        return (int) Math.min(all, EngineOrder.MOST_THREADS);
    }

    /**
     * One of the run's engines, or one entry for all that have not started yet.
     *
     * @param engine the engine's number; {@link #TO_COME} for engines that have not started yet
     * @param processId the process ID of its JVM; 0 for engines that have not started yet
     * @param memory the last known memory figures; null before the first
     * @param threads the number of its compute threads
     */
    public record EngineView(
            int engine, long processId, @Nullable MemoryFigures memory, int threads) implements ExtensibleRecord {
        private static final long serialVersionUID = 1L;

        /** The value of {@code engine} in an entry for engines that have not started yet. */
        public static final int TO_COME = -1;

        public EngineView {
            if (threads < 1 || threads > EngineOrder.MOST_THREADS) {
                throw new IllegalArgumentException("engine " + engine + ": expected 1 to " + EngineOrder.MOST_THREADS
                        + " threads, found " + threads);
            }
        }
    }
}
