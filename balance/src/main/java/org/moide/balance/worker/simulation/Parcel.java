package org.moide.balance.worker.simulation;

import java.util.List;

/**
 * What one member has gathered for another, as one message.
 *
 * @param contents messages of workers and letters of the balancing, in the order in which they were sent
 * @param bytes how long it is, about
 */
record Parcel(int from, List<Object> contents, long bytes) {
    Parcel {
        contents = List.copyOf(contents);
    }
}
