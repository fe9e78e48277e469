package org.moide.commlib.message;

/** The communication primitives for which waiting times are counted separately. */
public enum Primitive {
    SEND(0, "send"),
    RECEIVE(1, "receive"),
    EXCHANGE(2, "exchange"),
    POST(3, "post"),
    REQUEST(4, "request"),
    AWAIT(5, "await"),
    BARRIER(6, "barrier"),
    REMOTE_BARRIER(7, "remoteBarrier"),
    BROADCAST(8, "broadcast"),
    SCATTER(9, "scatter"),
    GATHER(10, "gather"),
    ALL_GATHER(11, "allGather"),
    REDUCE(12, "reduce"),
    ALL_REDUCE(13, "allReduce"),
    SCAN(14, "scan"),
    ALL_TO_ALL(15, "allToAll"),
    PROBE(16, "probe"),
    OTHER(17, "other");

    static final int COUNT = 18;

    private final int place;
    private final String words;

    Primitive(int place, String words) {
        this.place = place;
        this.words = words;
    }

    /** Returns this primitive's index, from 0 to 63. */
    public int place() {
        return place;
    }

    /** Returns the name of the application's method; {@code await} for waits of begun operations. */
    public String words() {
        return words;
    }
}
