package org.moide.test.planted;

import org.moide.commlib.CommLib;
import org.moide.engine.Application;
import org.moide.engine.ComputeThread;

/**
 * ID 0 records the numbers of the other IDs. Flaw: it records them in the order of arrival, as if that were the order
 * of the IDs.
 */
public final class FirstComes implements Application {
    @Override
    public void run(ComputeThread self) {
        if (self.id() > 0) {
            self.comm().send(0, 1, new int[] {self.id()});
            return;
        }
        StringBuilder said = new StringBuilder();
        int[] number = {0};
        for (int id = 1; id < self.count(); id++) {
            self.comm().receive(Flaw.in(self.arguments()) ? CommLib.ANY_SENDER : id, 1, number);
            said.append(number[0]);
        }
        self.report().put("said", said.toString());
    }
}
