package org.moide.commlib.message;

import org.moide.commlib.CommLib;

/** A call on one peer as errors name it. */
record Call(String name, String direction, int peer, int tag, int self) {
    @Override
    public String toString() {
        return name + " " + direction + " " + (peer == CommLib.ANY_SENDER ? "any" : peer) + ", tag "
                + (tag == CommLib.ANY_TAG ? "any" : tag) + ", at ID " + self;
    }
}
