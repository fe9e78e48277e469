package org.moide.engine.host;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.registration.NodeReference;

/**
 * A run as one host sees it.
 *
 * @param runId the run's name
 * @param coordinator the address of the run's coordinator
 * @param engines the run's engines on this host
 */
public record RunView(String runId, NodeReference coordinator, List<EngineView> engines) implements Serializable {
    private static final long serialVersionUID = 1L;

    public RunView {
        engines = List.copyOf(engines);
    }

    /**
     * One of the run's engines.
     *
     * @param engine the engine's number
     * @param processId the process ID of its JVM
     * @param memory the last figures of its memory; null before the first
     */
    public record EngineView(
            int engine, long processId, @Nullable MemoryFigures memory) implements Serializable {
        private static final long serialVersionUID = 1L;
    }
}
