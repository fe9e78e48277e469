package org.moide.engine.worker;

import java.io.Serializable;
import java.util.Map;
import org.moide.balance.worker.WorkerPlace;

/** What one engine knows for sure of where workers are: each says so of its own. */
record OwnPlaces(Map<Long, WorkerPlace> known) implements Serializable {
    private static final long serialVersionUID = 1L;
}
