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
 *
 * <p>The times include writing and reading the messages' elements (see {@link Content}).
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
        Content out = new Content(bytes);
        Content in = new Content(bytes);
        int partner = partner();
        if (comm.id() == first) {
            return Work.of(() -> {
                comm.send(partner, TAG, out.write());
                receive(partner, in);
            });
        }
        return Work.of(() -> {
            receive(partner, in);
            comm.send(partner, TAG, out.write());
        });
    }

    private void receive(int partner, Content in) {
        comm.receive(partner, TAG, in.place());
        in.read();
    }

    private Work exchange(int bytes) {
        Content out = new Content(bytes);
        Content in = new Content(bytes);
        int partner = partner();
        return Work.of(() -> {
            comm.exchange(partner, TAG, out.write(), in.place());
            in.read();
        });
    }

    private Work bandwidth(int bytes, int window) {
        Content data = new Content(bytes);
        Slice answer = Slice.of(new double[1]);
        int partner = partner();
        if (comm.id() == first) {
            return Work.of(() -> {
                for (int i = 0; i < window; i++) {
                    comm.send(partner, TAG, data.write());
                }
                comm.receive(partner, ANSWER_TAG, answer);
            });
        }
        return Work.of(() -> {
            for (int i = 0; i < window; i++) {
                receive(partner, data);
            }
            comm.send(partner, ANSWER_TAG, answer);
        });
    }
}
