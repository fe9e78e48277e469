package org.moide.test.planted;

import org.moide.engine.Application;
import org.moide.engine.ComputeThread;

/**
 * A ring in which each ID exchanges borders with its two neighbours. Flaw: both borders have the same tag, and with
 * two IDs both neighbours are the same ID.
 */
public final class OneTag implements Application {
    private static final int TO_THE_LEFT = 1;
    private static final int TO_THE_RIGHT = 2;

    @Override
    public void run(ComputeThread self) {
        int left = (self.id() + self.count() - 1) % self.count();
        int right = (self.id() + 1) % self.count();
        int toTheRight = Flaw.in(self.arguments()) ? TO_THE_LEFT : TO_THE_RIGHT;
        self.comm().send(left, TO_THE_LEFT, new int[] {10 * self.id()});
        self.comm().send(right, toTheRight, new int[] {10 * self.id() + 1});
        int[] ofLeft = {0};
        int[] ofRight = {0};
        self.comm().receive(left, toTheRight, ofLeft);
        self.comm().receive(right, TO_THE_LEFT, ofRight);
        if (ofLeft[0] != 10 * left + 1 || ofRight[0] != 10 * right) {
            throw new IllegalStateException("expected borders " + (10 * left + 1) + " and " + 10 * right + ", found "
                    + ofLeft[0] + " and " + ofRight[0]);
        }
    }
}
