package org.moide.test.example;

import java.io.Serializable;
import org.moide.commlib.Reduction;
import org.moide.engine.Application;
import org.moide.engine.ComputeThread;

/**
 * Example application: each year, each field yields 1 plus the year's number, and the yields of all fields are stored.
 */
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
