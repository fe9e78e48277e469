package org.moide.engine.control;

import java.io.Serializable;
import org.moide.commlib.registration.NodeReference;

/**
 * An engine that keeps states of a checkpoint.
 *
 * @param seat the engine's number in the run, which never changes
 * @param node the engine's address
 */
public record StateHolder(int seat, NodeReference node) implements Serializable {
    private static final long serialVersionUID = 1L;

    public StateHolder {
        if (seat < 0) {
            throw new IllegalArgumentException("expected a seat from 0 on, found " + seat);
        }
    }
}
