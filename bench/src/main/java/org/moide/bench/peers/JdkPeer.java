package org.moide.bench.peers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.Phaser;
import org.moide.commlib.system.SystemTicker;

/**
 * Measures {@code java.util.concurrent} between two threads: Exchanger (with the copy that an exchange of arrays
 * needs), Phaser, CyclicBarrier.
 */
public final class JdkPeer {
    private static final String ONE = "one";

    private final Exchanger<double[]> exchanger = new Exchanger<>();
    private final Phaser phaser = new Phaser(2);
    private final CyclicBarrier barrier = new CyclicBarrier(2);
    private final Exchanger<Integer> agreement = new Exchanger<>();
    private final List<Measured> lines = new ArrayList<>();
    private final int mostBytes;
    private final long nanosEach;

    private JdkPeer(int mostBytes, long nanosEach) {
        this.mostBytes = mostBytes;
        this.nanosEach = nanosEach;
    }

    /**
     * Runs all measurements. Arguments: the file to append to, the length in bytes of the longest message, milliseconds
     * for each measurement.
     */
    public static void main(String[] words) throws InterruptedException {
        JdkPeer peer = new JdkPeer(Integer.parseInt(words[1]), 1_000_000L * Integer.parseInt(words[2]));
        Thread second = new Thread(() -> peer.measure(false), "second");
        second.setDaemon(true);
        second.start();
        peer.measure(true);
        second.join();
        Measured.append(Path.of(words[0]), peer.lines);
    }

    private void measure(boolean first) {
        Repetitions repetitions = new Repetitions(new SystemTicker(), nanosEach, count -> agree(first, count));
        double[] mine = new double[1];
        double[] theirs = new double[1];
        repetitions.warmUp(phaser::arriveAndAwaitAdvance, this::awaitBarrier, () -> exchange(mine, theirs));
        tell(first, "Phaser", "barrier", 0, repetitions.medianNanos(phaser::arriveAndAwaitAdvance));
        tell(first, "CyclicBarrier", "barrier", 0, repetitions.medianNanos(this::awaitBarrier));
        for (int bytes = Double.BYTES; bytes <= mostBytes; bytes *= 16) {
            double[] out = new double[bytes / Double.BYTES];
            double[] in = new double[bytes / Double.BYTES];
            tell(first, "Exchanger", "exchange", bytes, repetitions.medianNanos(() -> exchange(out, in)));
        }
    }

    private void tell(boolean first, String who, String operation, int bytes, long nanos) {
        if (first) {
            lines.add(new Measured(who, operation, ONE, bytes, nanos));
        }
    }

    private int agree(boolean first, int count) {
        try {
            int other = agreement.exchange(count);
            return first ? count : other;
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private void exchange(double[] out, double[] in) {
        try {
            double[] theirs = exchanger.exchange(out);
            System.arraycopy(theirs, 0, in, 0, in.length);
            if (in.length > 1) {
                // After this, both threads have copied and may write again. A single number would be passed by value
                // and need no such care.
                exchanger.exchange(out);
            }
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private void awaitBarrier() {
        try {
            barrier.await();
        } catch (InterruptedException | BrokenBarrierException broken) {
            throw new IllegalStateException(broken);
        }
    }
}
