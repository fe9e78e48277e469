package org.moide.commlib.collective;

import org.moide.commlib.local.Awaited;

/**
 * A collective that one thread is in: its name for errors, and what others see when they look at what the thread waits
 * in.
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

    /** The board at which the threads of its engine meet for it. */
    public Board board() {
        return board;
    }

    /** Returns whether nobody gets through the collective before all IDs have called it. */
    public boolean needsAll() {
        return operation.needsAll();
    }

    /** Returns whether the engine's threads meet for the collective only once, before they turn to other engines. */
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
