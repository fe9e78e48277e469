package org.moide.samples.primers.mechanisms;

import java.util.List;
import java.util.Set;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;
import org.moide.engine.Application;
import org.moide.engine.Arguments;
import org.moide.engine.ComputeThread;

/** Shows {@code scan}: each thread learns where its part begins in a list that no thread has as a whole. */
public final class Scan implements Application {
    @Override
    public String summary() {
        return "primer of scan: each thread learns where its part of a list begins";
    }

    @Override
    public void check(Arguments arguments) {
        arguments.allow(Set.of(), Set.of(), 0);
    }

    @Override
    public void run(ComputeThread self) {
        long items = 1L + self.id(); // ID 0 has one item, ID 1 has two
        long[] end = {items};
        self.comm().scan(Slice.of(end), Reduction.SUM); // the sum over the IDs from 0 to this one
        List<String> parts = self.comm()
                .allGather("ID " + self.id() + " has the items from " + (end[0] - items) + " to " + (end[0] - 1));
        if (self.id() == 0) {
            parts.forEach(self.report()::print);
        }
    }
}
