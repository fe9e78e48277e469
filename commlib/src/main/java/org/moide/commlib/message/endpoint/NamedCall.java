package org.moide.commlib.message.endpoint;

import org.moide.commlib.CommLib;
import org.moide.commlib.local.Awaited;

/**
 * A call that involves one peer, in the form in which error messages name it.
 *
 * @param rank the peer's ID in the group of {@code members}
 */
record NamedCall(String name, String direction, int rank, int tag, GroupMembers members) implements Awaited {
    @Override
    public String primitive() {
        return name + " " + direction + " " + (rank == CommLib.ANY_SENDER ? "any" : rank) + ", tag "
                + (tag == CommLib.ANY_TAG ? "any" : tag);
    }

    @Override
    public int peer() {
        return rank == CommLib.ANY_SENDER ? rank : members.outside(rank);
    }

    @Override
    public String toString() {
        return primitive() + ", at ID " + members.own();
    }
}
