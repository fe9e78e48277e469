package org.moide.samples.bench;

import java.util.ArrayList;
import java.util.List;
import org.moide.commlib.CommLib;

/** Makes all engines of a benchmark begin at the same time, when all of them are running. */
public final class Meeting {
    private static final int TAG = 1;

    private Meeting() {}

    /**
     * Blocks until the first threads of all engines have called this method; for that, they exchange messages with the
     * first engine. Must be called on the first thread of each engine, the one that calls {@code prepare}.
     */
    public static void ofEngines(CommLib comm) {
        byte[] word = new byte[1];
        List<Integer> others = new ArrayList<>();
        int first = 0;
        for (int id = 1; id < comm.count(); id++) {
            if (comm.engineOf(id) != comm.engineOf(id - 1)) {
                others.add(id);
            }
        }
        if (comm.id() == first) {
            others.forEach(other -> comm.receive(other, TAG, word));
            others.forEach(other -> comm.send(other, TAG, word));
        } else {
            comm.send(first, TAG, word);
            comm.receive(first, TAG, word);
        }
    }
}
