package org.moide.samples.primers.mechanisms;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.moide.commlib.CommLib;
import org.moide.commlib.PendingReceive;
import org.moide.commlib.Received;
import org.moide.engine.Application;
import org.moide.engine.Arguments;
import org.moide.engine.ComputeThread;

/** Shows {@code ireceive}, which does not wait, and {@code probe}, which tells sender and length before the receive. */
public final class Probe implements Application {
    private static final int NAME = 1;
    private static final int NUMBERS = 2;

    @Override
    public String summary() {
        return "primer of probe and ireceive: messages of unknown length, and names that may come later";
    }

    @Override
    public void check(Arguments arguments) {
        arguments.allow(Set.of(), Set.of(), 0);
    }

    @Override
    public void run(ComputeThread self) {
        CommLib comm = self.comm();
        if (self.id() > 0) {
            comm.send(0, NUMBERS, new int[self.id()]); // ID 3 sends three numbers
            comm.send(0, NAME, "ID " + self.id());
            return;
        }
        List<PendingReceive<String>> names = new ArrayList<>();
        for (int id = 1; id < self.count(); id++) {
            names.add(comm.ireceive(id, NAME, String.class)); // returns at once
        }
        int numbers = 0;
        for (int message = 1; message < self.count(); message++) {
            Received next = comm.probe(CommLib.ANY_SENDER, NUMBERS); // waits until some message is there
            int[] into = new int[next.length()];
            numbers += comm.receive(next.sender(), next.tag(), into);
        }
        self.report().print(numbers + " numbers have come");
        names.forEach(name -> self.report().print("from " + name.get()));
    }
}
