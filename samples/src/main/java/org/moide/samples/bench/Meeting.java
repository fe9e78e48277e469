package org.moide.samples.bench;

import java.util.ArrayList;
import java.util.List;
import org.moide.commlib.CommLib;

/** The meeting at which measurements begin: all engines are up, and none has begun before the others. */
public final class Meeting {
    private static final int TAG = 1;

    private Meeting() {}

    /**
     * Lets all engines' first threads wait for each other, by way of the first engine's. Called on the first thread of
     * each engine, as {@code prepare} is.
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
