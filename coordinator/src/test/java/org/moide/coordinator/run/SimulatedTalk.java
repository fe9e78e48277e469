package org.moide.coordinator.run;

import java.util.Arrays;
import org.moide.commlib.CommLib;
import org.moide.commlib.Pending;
import org.moide.commlib.Slice;

/**
 * The messages that one thread sends to its neighbours, and gets from them, in each step. Some short messages are
 * received one step later, so that they are in transit at a checkpoint. In some steps there is also a long message, or
 * a request. Each message contains its sender, its step and its number in that step, so that a lost, repeated, changed
 * or reordered message is noticed.
 */
final class SimulatedTalk {
    private static final int SHORT = 8;
    private static final int LONG = 9;
    private static final int REQUEST = 10;
    private static final int MOST_SHORT = 6;

    /** The number of elements of a long message, which is sent in several pieces. */
    private static final int LONG_ELEMENTS = 9_000;

    private static final int STEPS_OF_LONG = 7;
    private static final int STEPS_OF_REQUEST = 5;

    private final CommLib comm;
    private final int right;
    private final int left;

    SimulatedTalk(CommLib comm) {
        this.comm = comm;
        this.right = (comm.id() + 1) % comm.count();
        this.left = (comm.id() + comm.count() - 1) % comm.count();
        int id = comm.id();
        comm.onRequest(REQUEST, Long.class, (asker, question) -> answer(id, question));
    }

    private static long answer(int id, long question) {
        return question * 31 + id;
    }

    /** Sends and receives the messages of a step. */
    void step(int step) {
        hearBefore(step);
        for (int number = 0; number < shortMessages(comm.id(), step); number++) {
            comm.send(right, SHORT, contents(comm.id(), step, number));
        }
        if (step % STEPS_OF_LONG == 2) {
            exchangeLong(step);
        }
        if (step % STEPS_OF_REQUEST == 1) {
            require(answer(right, step), comm.request(right, REQUEST, (long) step, Long.class), "answer", step);
        }
    }

    /** Receives the messages that are left after the last step, and checks that there are no others. */
    void end(int steps) {
        hearBefore(steps);
        comm.remoteBarrier();
        comm.tryProbe(CommLib.ANY_SENDER, CommLib.ANY_TAG).ifPresent(more -> {
            throw new IllegalStateException("expected no message at ID " + comm.id() + " any more, found " + more);
        });
    }

    private void hearBefore(int step) {
        for (int number = 0; step > 0 && number < shortMessages(left, step - 1); number++) {
            long[] wanted = contents(left, step - 1, number);
            long[] came = new long[wanted.length];
            int length = comm.receive(left, SHORT, came);
            if (length != wanted.length || !Arrays.equals(came, wanted)) {
                throw new IllegalStateException("expected " + Arrays.toString(wanted) + " at ID " + comm.id()
                        + ", found " + Arrays.toString(came));
            }
        }
    }

    private static int shortMessages(int from, int step) {
        return Math.floorMod(from * 7 + step * 11, MOST_SHORT);
    }

    private static long[] contents(int from, int step, int number) {
        long[] contents = new long[3 + number * 5];
        Arrays.setAll(contents, index -> from * 1_000_000L + step * 1_000L + number * 10L + index % 10);
        return contents;
    }

    private void exchangeLong(int step) {
        long[] out = new long[LONG_ELEMENTS];
        Arrays.setAll(out, index -> (comm.id() * 100L + step) * LONG_ELEMENTS + index);
        long[] in = new long[LONG_ELEMENTS];
        Pending sent = comm.isend(right, LONG, Slice.of(out));
        comm.receive(left, LONG, in);
        sent.await();
        Arrays.fill(out, -1); // the array belongs to the sender again
        for (int index = 0; index < LONG_ELEMENTS; index++) {
            long expected = (left * 100L + step) * LONG_ELEMENTS + index;
            if (in[index] != expected) {
                require(expected, in[index], "element " + index, step);
            }
        }
    }

    private void require(long expected, long found, String what, int step) {
        if (expected != found) {
            throw new IllegalStateException(
                    what + " in step " + step + " at ID " + comm.id() + ": expected " + expected + ", found " + found);
        }
    }
}
