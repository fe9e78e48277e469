package org.example;

import java.util.Arrays;
import org.moide.commlib.CommLib;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;
import org.moide.engine.Application;
import org.moide.engine.ComputeThread;

/**
 * Heat that enters a long rod at one end: the rod is cut, a piece for each thread, and neighbours exchange their
 * borders.
 */
public final class Heat implements Application {
    public void run(ComputeThread self) {
        CommLib comm = self.comm();
        int id = self.id();
        int last = self.count() - 1;
        int points = 64_000 * (id + 1) / self.count() - 64_000 * id / self.count();
        double[] now = new double[points + 2];      // this thread's piece, and a point of each neighbour's
        double[] next = new double[points + 2];
        if (id == 0) now[0] = next[0] = 100;        // the left end is kept hot
        for (int step = 0; step < 1_000; step++) {
            if (id > 0) comm.exchange(id - 1, 0, Slice.of(now, 1, 1), Slice.of(now, 0, 1));
            if (id < last) comm.exchange(id + 1, 0, Slice.of(now, points, 1), Slice.of(now, points + 1, 1));
            for (int i = 1; i <= points; i++) next[i] = now[i] + 0.25 * (now[i - 1] - 2 * now[i] + now[i + 1]);
            double[] before = now;
            now = next;
            next = before;
        }
        double heat = comm.allReduce(Arrays.stream(now, 1, points + 1).sum(), Reduction.SUM);
        comm.remoteBarrier();                       // all IDs; barrier() is not MPI's: of this engine's threads only
        if (id == 0) self.report().put("heat", heat);
    }
}
