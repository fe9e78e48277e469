package org.moide.commlib.collective;

import org.moide.commlib.ElementType;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;
import org.moide.commlib.local.Bits;
import org.moide.commlib.local.Team;

/**
 * Combines the data of one engine's threads when there is no other engine, always in the order of threads. Belongs to
 * one thread. Short data: each thread leaves a copy where the others can read it (a single element in the team's
 * barrier, more in its {@link Board#buffer}), and combines all copies itself, so that one meeting is enough. Long data:
 * each thread combines a share, in place.
 */
final class ThreadReduce {
    /**
     * The bytes that a thread combines before it copies the result to the other threads' arrays: block and result fit
     * the first-level cache.
     */
    private static final int BLOCK_BYTES = 8 << 10;

    private final Board board;
    private final int thread;
    private final Meetings meetings;

    ThreadReduce(Board board, int thread, Meetings meetings) {
        this.board = board;
        this.thread = thread;
        this.meetings = meetings;
    }

    /**
     * Combines short data of all threads; {@code purpose} is the packed {@link Description} of the call, by which calls
     * that do not match are noticed.
     */
    void joinShort(long purpose, Slice data, Reduction reduction) {
        if (data.length() == 1) {
            board.team().show(thread, meetings.begin(Operation.ALL_REDUCE), Bits.of(data));
            joinOne(meetings.assemble(Operation.ALL_REDUCE, purpose), data, reduction);
        } else {
            leave(meetings.begin(Operation.ALL_REDUCE), data);
            joinCopies(meetings.assemble(Operation.ALL_REDUCE, purpose), data, reduction);
        }
    }

    /** Combines the single elements that all threads of the engine brought to a meeting. */
    private void joinOne(long meeting, Slice data, Reduction reduction) {
        Team team = board.team();
        ElementType type = data.type();
        long joined = team.shown(0, meeting);
        for (int other = 1; other < team.threads(); other++) {
            joined = BitsReducer.join(type, joined, team.shown(other, meeting), reduction);
        }
        Bits.put(data, joined);
    }

    /** Leaves a copy of this thread's short data, which the other threads read at the next meeting. */
    private void leave(long meeting, Slice data) {
        Slice copy = board.buffer(thread, meeting, data.type(), data.length());
        System.arraycopy(data.array(), data.offset(), copy.array(), 0, data.length());
    }

    /** Combines the copies that all threads of the engine left for a meeting. */
    private void joinCopies(long meeting, Slice data, Reduction reduction) {
        int length = data.length();
        System.arraycopy(board.buffer(0, meeting).array(), 0, data.array(), data.offset(), length);
        for (int other = 1; other < board.threads(); other++) {
            Reducer.join(data, board.buffer(other, meeting).part(0, length), reduction);
        }
    }

    /** Returns whether all threads gave different arrays, so that one can be written while others are read. */
    boolean areApart() {
        for (int one = 1; one < board.threads(); one++) {
            Object array = board.of(one).first().array();
            for (int other = 0; other < one; other++) {
                if (board.of(other).first().array() == array) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * Combines this thread's share of all threads' data, and writes it to every thread's array. Returns when all
     * threads have done so.
     */
    void joinShare(Slice data, Reduction reduction) {
        try {
            int length = data.length();
            int block = BLOCK_BYTES / data.type().bytes();
            int end = board.share(length, thread + 1);
            for (int from = board.share(length, thread); from < end; from += block) {
                joinBlock(from, Math.min(block, end - from), reduction);
            }
        } finally {
            meetings.meetFirmly();
        }
    }

    private void joinBlock(int from, int length, Reduction reduction) {
        Slice joined = board.of(0).first().part(from, length);
        for (int other = 1; other < board.threads(); other++) {
            Reducer.join(joined, board.of(other).first().part(from, length), reduction);
        }
        for (int other = 1; other < board.threads(); other++) {
            Slice target = board.of(other).first();
            System.arraycopy(joined.array(), joined.offset(), target.array(), target.offset() + from, length);
        }
    }
}
