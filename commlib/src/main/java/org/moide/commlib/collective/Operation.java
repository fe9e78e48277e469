package org.moide.commlib.collective;

/** The collectives. The codes are sent between engines. */
enum Operation {
    BARRIER(0, "barrier"),
    REMOTE_BARRIER(1, "remoteBarrier"),
    BROADCAST(2, "broadcast"),
    BROADCAST_OBJECT(3, "broadcast of an object"),
    SCATTER(4, "scatter"),
    GATHER(5, "gather"),
    ALL_GATHER(6, "allGather"),
    ALL_GATHER_OBJECTS(7, "allGather of objects"),
    ALL_REDUCE(8, "allReduce"),
    ALL_REDUCE_OBJECTS(9, "allReduce of objects"),
    REDUCE(10, "reduce"),
    REDUCE_OBJECTS(11, "reduce of objects"),
    SCAN(12, "scan"),
    SCAN_OBJECTS(13, "scan of objects"),
    ALL_TO_ALL(14, "allToAll"),
    ALL_TO_ALL_UNEQUAL(15, "allToAll of unequal parts");

    private static final Operation[] BY_CODE = values();

    private final int code;
    private final String callName;

    Operation(int code, String callName) {
        this.code = code;
        this.callName = callName;
    }

    int code() {
        return code;
    }

    /** Returns whether IDs may give different lengths. */
    boolean isAnyLength() {
        return this == SCATTER || this == GATHER || this == ALL_TO_ALL_UNEQUAL;
    }

    /** Returns whether every ID waits in the operation until all IDs have called it, for data of any length. */
    boolean needsAll() {
        return switch (this) {
            case REMOTE_BARRIER, ALL_GATHER, ALL_GATHER_OBJECTS, ALL_REDUCE, ALL_REDUCE_OBJECTS -> true;
            default -> false;
        };
    }

    /** Returns the method's name as the application knows it. */
    String callName() {
        return callName;
    }

    static Operation ofCode(int code) {
        return BY_CODE[code];
    }
}
