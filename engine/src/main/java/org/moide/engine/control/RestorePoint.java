package org.moide.engine.control;

import java.io.Serializable;
import java.util.List;

/**
 * A committed checkpoint from which an epoch starts, with the engines that keep its states.
 *
 * @param parts all parts, in the order of the logical IDs at the time of the checkpoint
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
     * The states of consecutive logical IDs, which the same engines keep.
     *
     * @param firstId the first logical ID
     * @param ids the number of logical IDs
     * @param holders the engines that keep the states; empty if all of them are lost
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

    /** Returns the number of logical IDs at the time of the checkpoint. */
    public int count() {
        Part last = parts.get(parts.size() - 1);
        return last.firstId() + last.ids();
    }

    /** Returns the engines that keep the state of a logical ID. */
    public List<StateHolder> holdersOf(int id) {
        for (Part part : parts) {
            if (id >= part.firstId() && id < part.firstId() + part.ids()) {
                return part.holders();
            }
        }
        throw new IllegalArgumentException("expected an ID from 0 to " + (count() - 1) + ", found " + id);
    }
}
