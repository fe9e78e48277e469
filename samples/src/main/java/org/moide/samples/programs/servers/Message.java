package org.moide.samples.programs.servers;

import java.io.Serializable;

/** A message between workers. */
sealed interface Message extends Serializable {
    /** Tells a client to begin, or to continue. */
    record Go(int client, int clients) implements Message {
        private static final long serialVersionUID = 1L;
    }

    /**
     * Asks a partition to add an amount to the value of a key: an access.
     *
     * @param access the access's number among those of all clients
     * @param turn the access's number among those of this client to this partition, from 1
     */
    record Add(int client, int access, int turn, int key, long amount) implements Message {
        private static final long serialVersionUID = 1L;
    }

    /**
     * Tells a client that an access is done.
     *
     * @param access the access's number
     * @param turn the number of accesses of this client that the partition has served
     * @param value the key's new value, which also depends on other clients
     */
    record Added(int access, int turn, long value) implements Message {
        private static final long serialVersionUID = 1L;
    }
}
