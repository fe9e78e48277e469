package org.moide.commlib.message.endpoint;

import java.util.Arrays;

/** The mapping between the IDs inside a group and the IDs of the whole run. */
final class GroupMembers {
    private final int[] ids;
    private final int[] ranks;
    private final int own;

    /**
     * Creates the mapping for a group.
     *
     * @param ids the members' IDs in the run, in the order of their IDs in the group
     * @param own the calling thread's ID in the run
     * @param count the number of IDs in the run
     */
    GroupMembers(int[] ids, int own, int count) {
        this.ids = ids.clone();
        this.ranks = new int[count];
        Arrays.fill(ranks, -1);
        for (int rank = 0; rank < ids.length; rank++) {
            ranks[ids[rank]] = rank;
        }
        this.own = ranks[own];
    }

    /** Returns the group of all IDs, in which each keeps its ID. */
    static GroupMembers all(int own, int count) {
        int[] ids = new int[count];
        Arrays.setAll(ids, id -> id);
        return new GroupMembers(ids, own, count);
    }

    int count() {
        return ids.length;
    }

    /** Returns the calling thread's ID in the group. */
    int own() {
        return own;
    }

    /** Returns the ID in the run of the group's ID {@code rank}. */
    int outside(int rank) {
        return ids[rank];
    }

    /** Returns the ID in the group of the run's ID {@code id}; -1 if it is not a member. */
    int inside(int id) {
        return ranks[id];
    }
}
