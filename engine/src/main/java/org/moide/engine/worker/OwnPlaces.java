package org.moide.engine.worker;

import java.io.Serializable;
import java.util.Map;
import org.moide.balance.worker.WorkerPlace;

/** The engines on which workers are, as far as one engine knows for sure: each engine reports its own workers. */
record OwnPlaces(Map<Long, WorkerPlace> known) implements Serializable {
    private static final long serialVersionUID = 1L;
}
