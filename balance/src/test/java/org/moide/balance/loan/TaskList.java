package org.moide.balance.loan;

import java.util.ArrayList;
import java.util.List;
import org.moide.balance.simulation.Tally;

/** A record of every executed task, so that a test can say which task counted twice. */
final class TaskList implements Tally {
    private final List<Integer> tasks = new ArrayList<>();

    @Override
    public void add(int task) {
        tasks.add(task);
    }

    @Override
    public void add(byte[] encoded) {
        tasks.addAll(SimulatedTree.decodeAll(encoded));
    }

    @Override
    public boolean isEmpty() {
        return tasks.isEmpty();
    }

    @Override
    public byte[] encoded() {
        return SimulatedTree.encodeAll(tasks);
    }
}
