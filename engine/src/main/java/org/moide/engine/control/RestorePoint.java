package org.moide.engine.control;

import java.io.Serializable;
import java.util.List;

/**
 * The point from which an epoch goes on: a committed checkpoint, and the engines that keep each of its states.
 *
 * @param parts all parts, in the order of the logical IDs of the time when the checkpoint was made
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
     * States of consecutive logical IDs that are kept together.
     *
     * @param firstId the first of their logical IDs
     * @param ids how many
     * @param holders the engines that have the states; maybe none any more
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

    /** Returns how many logical IDs there were. */
    public int count() {
        Part last = parts.get(parts.size() - 1);
        return last.firstId() + last.ids();
    }

    /** Returns the engines that have the state of an ID. */
    public List<StateHolder> holdersOf(int id) {
        for (Part part : parts) {
            if (id >= part.firstId() && id < part.firstId() + part.ids()) {
                return part.holders();
            }
        }
        throw new IllegalArgumentException("expected an ID from 0 to " + (count() - 1) + ", found " + id);
    }
}
