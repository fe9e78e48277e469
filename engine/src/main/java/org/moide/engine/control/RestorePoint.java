package org.moide.engine.control;

import java.io.Serializable;
import java.util.List;

/**
 * Where an epoch goes on from: a committed checkpoint, and who keeps which of its states.
 *
 * @param parts in the order of the IDs that there were when it was made, all of them
 */
public record RestorePoint(CheckpointName name, List<Part> parts) implements Serializable {
    private static final long serialVersionUID = 1L;

    public RestorePoint {
        parts = List.copyOf(parts);
        int next = 0;
        for (Part part : parts) {
            if (part.firstId() != next) {
                throw new IllegalArgumentException("expected the states from ID " + next + " on, found " + part);
            }
            next += part.ids();
        }
        if (next == 0) {
            throw new IllegalArgumentException("expected at least one state, found none");
        }
    }

    /**
     * States that are kept together.
     *
     * @param firstId the first of their logical IDs
     * @param ids how many
     * @param holders who has them; maybe nobody any more
     */
    public record Part(int firstId, int ids, List<StateHolder> holders) implements Serializable {
        private static final long serialVersionUID = 1L;

        public Part {
            holders = List.copyOf(holders);
            if (firstId < 0 || ids < 1) {
                throw new IllegalArgumentException(
                        "expected a first ID from 0 on and at least one, found " + firstId + " and " + ids);
            }
        }
    }

    /** How many logical IDs there were. */
    public int count() {
        Part last = parts.get(parts.size() - 1);
        return last.firstId() + last.ids();
    }

    /** The engines that have the state of an ID. */
    public List<StateHolder> holdersOf(int id) {
        for (Part part : parts) {
            if (id >= part.firstId() && id < part.firstId() + part.ids()) {
                return part.holders();
            }
        }
        throw new IllegalArgumentException("expected an ID from 0 to " + (count() - 1) + ", found " + id);
    }
}
