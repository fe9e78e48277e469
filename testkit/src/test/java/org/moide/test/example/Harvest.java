package org.moide.test.example;

import java.io.Serializable;
import org.moide.commlib.Reduction;
import org.moide.engine.Application;
import org.moide.engine.ComputeThread;

/** Each year all fields together give as much as there are fields, and the year's number. */
public class Harvest implements Application {
    record State(int year, long inStore) implements Serializable {}

    @Override
    public void run(ComputeThread self) {
        int years = Integer.parseInt(self.arguments().words().get(0));
        State state = self.restore(() -> new State(0, 0));
        while (state.year() < years) {
            long harvest = self.comm().allReduce(1 + state.year(), Reduction.SUM);
            state = new State(state.year() + 1, state.inStore() + harvest);
            self.checkpoint(state);
        }
        if (self.id() == 0) {
            self.report().put("in store", state.inStore());
        }
    }
}
