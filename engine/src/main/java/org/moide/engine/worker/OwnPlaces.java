package org.moide.engine.worker;

import java.io.Serializable;
import java.util.Map;
import org.moide.balance.worker.WorkerPlace;

/**
 * The places of workers that one engine knows for sure: those of its own workers. Each engine reports them to the
 * others.
 */
record OwnPlaces(Map<Long, WorkerPlace> known) implements Serializable {
    private static final long serialVersionUID = 1L;
}
