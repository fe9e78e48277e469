package org.moide.samples.bench;

import java.util.Set;
import org.moide.commlib.CommLib;
import org.moide.commlib.Slice;
import org.moide.engine.Application;
import org.moide.engine.Arguments;
import org.moide.engine.ComputeThread;
import org.moide.engine.UsageException;

/**
 * Checks the times that a run reports: ID 0 computes for a second, sends 1 GiB to ID 1 in pieces, and waits for ID 1,
 * which then computes for a second. ID 0 also measures the times itself.
 *
 * <p>Reports the times in seconds as ID 0 measured them: {@code stopwatchBegin}, the time of a barrier in which all
 * engines connect; {@code stopwatchCompute}; {@code stopwatchSend}; and {@code stopwatchReceive}, the time of waiting
 * for ID 1. Also reports {@code messages}, how many pieces arrived correctly at ID 1. Further IDs do nothing.
 */
public final class PartsBench implements Application {
    private static final String MEGABYTES = "--megabytes";
    private static final String PIECE = "--piece-kib";
    private static final String MILLISECONDS = "--milliseconds";
    private static final int KIBIBYTE = 1 << 10;
    private static final int MOST_MEGABYTES = 1 << 16;
    private static final int MOST_PIECE = 1 << 20;
    private static final int MOST_MILLISECONDS = 600_000;
    private static final int DATA = 1;
    private static final int DONE = 2;
    private static final double NANOS = 1e9;

    @Override
    public String summary() {
        return "compares a run's times with a stopwatch: a second's computing, a GiB sent, a second's wait";
    }

    @Override
    public String usage() {
        return """
            --megabytes n      how much is sent, in MiB; default 1024
            --piece-kib n      in messages of so many KiB; default 1024
            --milliseconds n   how long is computed; default 1000""";
    }

    @Override
    public void check(Arguments arguments) {
        arguments.allow(Set.of(MEGABYTES, PIECE, MILLISECONDS), Set.of(), 0);
        pieces(arguments);
        nanos(arguments);
    }

    private static int pieceKibibytes(Arguments arguments) {
        return arguments.count(PIECE, KIBIBYTE, 1, MOST_PIECE);
    }

    private static int pieces(Arguments arguments) {
        long kibibytes = (long) KIBIBYTE * arguments.count(MEGABYTES, KIBIBYTE, 1, MOST_MEGABYTES);
        long pieces = kibibytes / pieceKibibytes(arguments);
        if (pieces < 1) {
            throw new UsageException(PIECE + ": expected no more than " + MEGABYTES + " say, found "
                    + pieceKibibytes(arguments) + " KiB of " + kibibytes);
        }
        return (int) pieces;
    }

    private static long nanos(Arguments arguments) {
        return 1_000_000L * arguments.count(MILLISECONDS, 1_000, 0, MOST_MILLISECONDS);
    }

    @Override
    public void run(ComputeThread self) {
        CommLib comm = self.comm();
        if (self.count() < 2) {
            throw new UsageException("expected two compute threads or more, found " + self.count());
        }
        byte[] piece = new byte[KIBIBYTE * pieceKibibytes(self.arguments())];
        int pieces = pieces(self.arguments());
        long nanos = nanos(self.arguments());
        long begin = System.nanoTime();
        comm.remoteBarrier();
        if (self.id() == 0) {
            self.report().put("stopwatchBegin", (System.nanoTime() - begin) / NANOS);
            first(self, piece, pieces, nanos);
        } else if (self.id() == 1) {
            second(comm, piece, pieces, nanos);
        }
    }

    private static void first(ComputeThread self, byte[] piece, int pieces, long nanos) {
        CommLib comm = self.comm();
        long begin = System.nanoTime();
        compute(nanos);
        long computed = System.nanoTime();
        for (int i = 0; i < pieces; i++) {
            piece[0] = (byte) i;
            comm.send(1, DATA, Slice.of(piece));
        }
        long sent = System.nanoTime();
        long[] came = comm.receive(1, DONE, long[].class);
        long received = System.nanoTime();
        self.report().put("stopwatchCompute", (computed - begin) / NANOS);
        self.report().put("stopwatchSend", (sent - computed) / NANOS);
        self.report().put("stopwatchReceive", (received - sent) / NANOS);
        self.report().put("messages", came[0]);
        if (came[0] != pieces) {
            throw new IllegalStateException("expected " + pieces + " pieces as they were sent, found " + came[0]);
        }
    }

    private static void second(CommLib comm, byte[] piece, int pieces, long nanos) {
        long right = 0;
        for (int i = 0; i < pieces; i++) {
            int length = comm.receive(0, DATA, Slice.of(piece));
            right += length == piece.length && piece[0] == (byte) i ? 1 : 0;
        }
        compute(nanos);
        comm.send(0, DONE, new long[] {right});
    }

    /**
     * Computes for this time, measured by the clock. If the thread has a processor to itself, it uses as much processor
     * time.
     */
    private static void compute(long nanos) {
        long begin = System.nanoTime();
        double sum = 0;
        while (System.nanoTime() - begin < nanos) {
            for (int i = 1; i <= 1_000; i++) {
                sum += 1.0 / i;
            }
        }
        if (Double.isNaN(sum)) {
            throw new IllegalStateException("a sum of fractions is no number");
        }
    }
}
