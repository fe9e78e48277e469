package org.moide.commlib.collective;

import org.moide.commlib.local.Awaited;

/**
 * A thread's call of a collective: its name in error messages, and what other threads see when they ask what this
 * thread waits for.
 */
public final class CollectiveCall implements Awaited {
    private final Operation operation;
    private final int id;
    private final Board board;

    CollectiveCall(Operation operation, int id, Board board) {
        this.operation = operation;
        this.id = id;
        this.board = board;
    }

    /** Returns the board, the shared object on which the engine's threads meet for the call. */
    public Board board() {
        return board;
    }

    /** Returns whether every ID waits in this collective until all IDs have called it. */
    public boolean needsAll() {
        return operation.needsAll();
    }

    /**
     * Returns whether the engine's threads meet only once in this collective, before one of them contacts the other
     * engines.
     */
    public boolean meetsOnce() {
        return operation == Operation.REMOTE_BARRIER;
    }

    @Override
    public String primitive() {
        return operation.callName();
    }

    @Override
    public int peer() {
        return ALL;
    }

    @Override
    public String toString() {
        return operation.callName() + " at ID " + id;
    }
}
