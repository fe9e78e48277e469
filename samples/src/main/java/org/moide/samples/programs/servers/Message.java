package org.moide.samples.programs.servers;

import java.io.Serializable;

/** A message between workers. */
sealed interface Message extends Serializable {
    /** Tells a client to begin, or go on. */
    record Go(int client, int clients) implements Message {
        private static final long serialVersionUID = 1L;
    }

    /**
     * Tells a partition to add to the value of a key.
     *
     * @param access its number among all clients' accesses
     * @param turn its number among those of this client to this partition, from 1 on
     */
    record Add(int client, int access, int turn, int key, long amount) implements Message {
        private static final long serialVersionUID = 1L;
    }

    /**
     * Tells a client that it is done.
     *
     * @param access which
     * @param turn how many accesses of this client the partition has served
     * @param value what the key's value is now, which depends on the other clients too
     */
    record Added(int access, int turn, long value) implements Message {
        private static final long serialVersionUID = 1L;
    }
}
