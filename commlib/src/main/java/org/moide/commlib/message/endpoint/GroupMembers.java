package org.moide.commlib.message.endpoint;

import java.util.Arrays;

/** The IDs of a group, and what they are outside of it. */
final class GroupMembers {
    private final int[] ids;
    private final int[] ranks;
    private final int own;

    /**
     * Makes a group.
     *
     * @param ids by their place in the group
     * @param own the calling thread's ID outside
     * @param count how many IDs there are outside
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

    /** Makes the members of all IDs, as themselves. */
    static GroupMembers all(int own, int count) {
        int[] ids = new int[count];
        Arrays.setAll(ids, id -> id);
        return new GroupMembers(ids, own, count);
    }

    int count() {
        return ids.length;
    }

    /** The calling thread's place in the group. */
    int own() {
        return own;
    }

    /** The ID outside of the group. */
    int outside(int rank) {
        return ids[rank];
    }

    /** The place in the group. */
    int inside(int id) {
        return ranks[id];
    }
}
