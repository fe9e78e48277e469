package org.moide.samples.programs.cg.matrix;

import java.io.Serializable;
import java.util.function.Supplier;
import org.moide.commlib.CommLib;

/**
 * The threads of one engine, seen by one of them. These threads can use the same arrays.
 *
 * @param firstId the logical ID of the engine's first thread
 * @param count the number of threads
 * @param index the calling thread's index among them
 */
public record EngineThreads(int firstId, int count, int index) {
    private static final int TAG = 3;

    public static EngineThreads of(CommLib comm) {
        int first = comm.id();
        while (first > 0 && isNeighbour(comm, first - 1)) {
            first--;
        }
        int end = comm.id() + 1;
        while (end < comm.count() && isNeighbour(comm, end)) {
            end++;
        }
        return new EngineThreads(first, end - first, comm.id() - first);
    }

    private static boolean isNeighbour(CommLib comm, int id) {
        return comm.engineOf(id) == comm.engineOf(comm.id());
    }

    /**
     * Returns to every thread of the engine the same object, which the first thread makes. Every thread must call it.
     * Within an engine, objects are passed by reference.
     */
    public <T extends Serializable> T share(CommLib comm, Class<T> type, Supplier<T> maker) {
        if (index > 0) {
            return comm.receive(firstId, TAG, type);
        }
        T made = maker.get();
        for (int other = 1; other < count; other++) {
            comm.send(firstId + other, TAG, made);
        }
        return made;
    }
}
