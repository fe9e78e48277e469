package org.moide.samples.bench;

import java.util.ArrayList;
import java.util.List;
import org.moide.commlib.CommLib;
import org.moide.commlib.Slice;
import org.moide.samples.bench.Measurement.Part;
import org.moide.samples.bench.Measurement.Work;

/**
 * Measurements of messages between two IDs while the others wait.
 *
 * <ul>
 *   <li>latency: half of the time of a message and an answer of the same length
 *   <li>exchange: the time in which both IDs send and receive a message at the same time
 *   <li>bandwidth: one ID sends a number of messages (a window) to the other, which then sends a short answer; the time
 *       is divided by the number of messages
 * </ul>
 */
final class PairMeasurements {
    private static final int TAG = 1;
    private static final int ANSWER_TAG = 2;

    /** The number of messages in a window, as in the OSU benchmarks, if messages are short. */
    private static final int MOST_WINDOW = 64;

    /**
     * The most bytes in a window of long messages. With more, a window would take too large a part of the time of the
     * measurement.
     */
    private static final int WINDOW_BYTES = 4 << 20;

    private final CommLib comm;
    private final String place;
    private final int first;
    private final int second;

    PairMeasurements(CommLib comm, String place, int first, int second) {
        this.comm = comm;
        this.place = place;
        this.first = first;
        this.second = second;
    }

    List<Measurement> all(List<Integer> sizes) {
        List<Measurement> all = new ArrayList<>();
        for (int bytes : sizes) {
            all.add(new Measurement("latency", place, bytes, part(), 2, true, () -> latency(bytes)));
        }
        for (int bytes : sizes) {
            all.add(new Measurement("exchange", place, bytes, part(), 1, true, () -> exchange(bytes)));
        }
        for (int bytes : sizes) {
            int window = window(bytes);
            all.add(new Measurement("bandwidth", place, bytes, part(), window, true, () -> bandwidth(bytes, window)));
        }
        return all;
    }

    private static int window(int bytes) {
        return Math.max(1, Math.min(MOST_WINDOW, WINDOW_BYTES / bytes));
    }

    private Part part() {
        if (comm.id() == first) {
            return Part.TIMED;
        }
        return comm.id() == second ? Part.WORKS : Part.ABSENT;
    }

    private int partner() {
        return comm.id() == first ? second : first;
    }

    private Work latency(int bytes) {
        Slice data = Slice.of(new double[bytes / Double.BYTES]);
        int partner = partner();
        if (comm.id() == first) {
            return Work.of(() -> {
                comm.send(partner, TAG, data);
                comm.receive(partner, TAG, data);
            });
        }
        return Work.of(() -> {
            comm.receive(partner, TAG, data);
            comm.send(partner, TAG, data);
        });
    }

    private Work exchange(int bytes) {
        Slice out = Slice.of(new double[bytes / Double.BYTES]);
        Slice in = Slice.of(new double[bytes / Double.BYTES]);
        int partner = partner();
        return Work.of(() -> comm.exchange(partner, TAG, out, in));
    }

    private Work bandwidth(int bytes, int window) {
        Slice data = Slice.of(new double[bytes / Double.BYTES]);
        Slice answer = Slice.of(new double[1]);
        int partner = partner();
        if (comm.id() == first) {
            return Work.of(() -> {
                for (int i = 0; i < window; i++) {
                    comm.send(partner, TAG, data);
                }
                comm.receive(partner, ANSWER_TAG, answer);
            });
        }
        return Work.of(() -> {
            for (int i = 0; i < window; i++) {
                comm.receive(partner, TAG, data);
            }
            comm.send(partner, ANSWER_TAG, answer);
        });
    }
}
