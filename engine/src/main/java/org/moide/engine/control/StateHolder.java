package org.moide.engine.control;

import java.io.Serializable;
import org.moide.commlib.registration.NodeReference;

/**
 * An engine that keeps states.
 *
 * @param seat its number in the run, which it has for ever
 * @param node where it is reached
 */
public record StateHolder(int seat, NodeReference node) implements Serializable {
    private static final long serialVersionUID = 1L;

    public StateHolder {
        if (seat < 0) {
            throw new IllegalArgumentException("expected a seat from 0 on, found " + seat);
        }
    }
}
