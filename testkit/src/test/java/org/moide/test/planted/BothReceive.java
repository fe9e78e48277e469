package org.moide.test.planted;

import org.moide.engine.Application;
import org.moide.engine.ComputeThread;

/** Pairs of IDs send each other a number. Flaw: both receive before they send. */
public final class BothReceive implements Application {
    @Override
    public void run(ComputeThread self) {
        int partner = self.id() ^ 1;
        if (partner >= self.count()) {
            return;
        }
        int[] theirs = {0};
        if (!Flaw.in(self.arguments())) {
            self.comm().send(partner, 1, new int[] {self.id()});
            self.comm().receive(partner, 1, theirs);
        } else {
            self.comm().receive(partner, 1, theirs);
            self.comm().send(partner, 1, new int[] {self.id()});
        }
    }
}
