package org.moide.engine.host;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.registration.NodeReference;

/**
 * A run as one host sees it.
 *
 * @param runId the run's name
 * @param coordinator where its coordinator is
 * @param engines those on this host
 */
public record RunView(String runId, NodeReference coordinator, List<EngineView> engines) implements Serializable {
    private static final long serialVersionUID = 1L;

    public RunView {
        engines = List.copyOf(engines);
    }

    /**
     * One of its engines.
     *
     * @param engine its number
     * @param processId of its JVM
     * @param memory its last figures, null before the first
     */
    public record EngineView(
            int engine, long processId, @Nullable MemoryFigures memory) implements Serializable {
        private static final long serialVersionUID = 1L;
    }
}
