package org.moide.samples.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.moide.commlib.CommLib;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;
import org.moide.samples.bench.Measurement.Part;
import org.moide.samples.bench.Measurement.Work;

/**
 * Measurements of collective operations, in which all logical IDs (threads) take part. A message's length is what one
 * ID sends or receives. In some operations a root sends data without waiting for the others. There, all IDs meet before
 * each repetition, and the meeting is not timed: otherwise the root would run ahead, and the others' times would
 * include waiting for it. Every ID measures its own times, which include writing and reading the elements (see {@link
 * Content}); the histograms of all IDs are merged.
 */
final class CollectiveMeasurements {
    private static final String PLACE = "all IDs";
    private static final int ROOT = 0;

    private final CommLib comm;
    private final long roomBytes;

    /**
     * Creates the measurements; nothing is measured yet.
     *
     * @param roomBytes the most bytes that the arrays of one ID may take, the same number at all IDs; message lengths
     *     that need more are left out
     */
    CollectiveMeasurements(CommLib comm, long roomBytes) {
        this.comm = comm;
        this.roomBytes = roomBytes;
    }

    List<Measurement> all(List<Integer> sizes) {
        List<Measurement> all = new ArrayList<>();
        if (comm.count() == 1) {
            return all;
        }
        all.add(meeting("barrier", "threads of an engine", comm::barrier));
        all.add(meeting("remoteBarrier", PLACE, comm::remoteBarrier));
        sizes.stream().filter(bytes -> fits(bytes, 1)).forEach(bytes -> {
            all.add(collective("broadcast", bytes, () -> broadcast(bytes)));
        });
        sizes.stream().filter(bytes -> fits(bytes, 1)).forEach(bytes -> {
            all.add(collective("allReduce", bytes, () -> allReduce(bytes)));
        });
        List<Integer> whole =
                sizes.stream().filter(bytes -> fits(bytes, comm.count())).toList();
        whole.forEach(bytes -> all.add(collective("scatter", bytes, () -> scatter(bytes))));
        whole.forEach(bytes -> all.add(collective("gather", bytes, () -> gather(bytes))));
        whole.forEach(bytes -> all.add(collective("allGather", bytes, () -> allGather(bytes))));
        return all;
    }

    /**
     * Returns whether a measurement's arrays fit into memory: an ID's own part, the data of all {@code parts}, and as
     * much again for data in transit.
     */
    private boolean fits(long bytes, int parts) {
        return bytes * (2L * parts + 1) <= roomBytes && bytes * parts / Double.BYTES <= Integer.MAX_VALUE / 2;
    }

    private static Measurement meeting(String operation, String place, Runnable meet) {
        return new Measurement(operation, place, 0, Part.TIMED, 1, false, () -> Work.of(meet));
    }

    private static Measurement collective(String operation, int bytes, Measurement.WorkMaker work) {
        return new Measurement(operation, PLACE, bytes, Part.TIMED, 1, false, work);
    }

    private Content whole(int bytes, boolean needed) {
        return new Content(needed ? (long) bytes * comm.count() : 0);
    }

    private Work afterMeeting(Runnable timed) {
        return new Work(comm::remoteBarrier, timed);
    }

    private Work broadcast(int bytes) {
        Content data = new Content(bytes);
        if (comm.id() == ROOT) {
            return afterMeeting(() -> comm.broadcast(ROOT, data.write()));
        }
        return afterMeeting(() -> {
            comm.broadcast(ROOT, data.place());
            data.read();
        });
    }

    private Work allReduce(int bytes) {
        double[] elements = new double[bytes / Double.BYTES];
        Slice data = Slice.of(elements);
        return Work.of(() -> {
            Arrays.fill(elements, 1);
            comm.allReduce(data, Reduction.SUM);
            check(elements);
        });
    }

    /** Reads the sums. Four sums of them side by side, since an addition waits for the one before it. */
    private void check(double[] elements) {
        int whole = elements.length / 4 * 4;
        double sum0 = 0;
        double sum1 = 0;
        double sum2 = 0;
        double sum3 = 0;
        for (int at = 0; at < whole; at += 4) {
            sum0 += elements[at];
            sum1 += elements[at + 1];
            sum2 += elements[at + 2];
            sum3 += elements[at + 3];
        }
        double sum = sum0 + sum1 + sum2 + sum3;
        for (int at = whole; at < elements.length; at++) {
            sum += elements[at];
        }
        double expected = (double) comm.count() * elements.length;
        if (sum != expected) {
            throw new IllegalStateException("expected " + expected + " as the sum of all sums, found " + sum);
        }
    }

    private Work scatter(int bytes) {
        boolean root = comm.id() == ROOT;
        Content all = whole(bytes, root);
        Content part = new Content(bytes);
        return afterMeeting(() -> {
            comm.scatter(ROOT, root ? all.write() : all.place(), part.place());
            part.read();
        });
    }

    private Work gather(int bytes) {
        boolean root = comm.id() == ROOT;
        Content all = whole(bytes, root);
        Content part = new Content(bytes);
        return afterMeeting(() -> {
            comm.gather(ROOT, part.write(), all.place());
            if (root) {
                all.read();
            }
        });
    }

    private Work allGather(int bytes) {
        Content all = whole(bytes, true);
        Content part = new Content(bytes);
        return Work.of(() -> {
            comm.allGather(part.write(), all.place());
            all.read();
        });
    }
}
