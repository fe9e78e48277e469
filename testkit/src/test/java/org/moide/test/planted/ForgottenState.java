package org.moide.test.planted;

import java.io.Serializable;
import org.moide.commlib.Reduction;
import org.moide.engine.Application;
import org.moide.engine.ComputeThread;

/**
 * Adds up numbers over some steps, with a safe point after each. Flaw: the sum is in a field and not in the saved
 * state.
 */
public final class ForgottenState implements Application {
    private static final int STEPS = 12;

    private long sum;

    record State(int step, long sum) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    @Override
    public void run(ComputeThread self) {
        boolean flawed = Flaw.in(self.arguments());
        State state = self.restore(() -> new State(0, 0));
        sum = flawed ? sum : state.sum();
        for (int step = state.step(); step < STEPS; step++) {
            sum += self.comm().allReduce((long) step, Reduction.MAXIMUM);
            self.checkpoint(new State(step + 1, flawed ? 0 : sum));
        }
        if (self.id() == 0) {
            self.report().put("sum", sum);
        }
    }
}
