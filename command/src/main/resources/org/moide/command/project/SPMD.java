package @package@;

import java.util.Set;
import org.moide.commlib.CommLib;
import org.moide.commlib.Reduction;
import org.moide.engine.Application;
import org.moide.engine.Arguments;
import org.moide.engine.ComputeThread;

/**
 * Counts the points with integer coordinates in a circle. Every thread of every engine counts those in its own rows.
 */
public final class @class@ implements Application {
    @Override
    public String summary() {
        return "counts the points of a grid in a circle";
    }

    @Override
    public String usage() {
        return "--radius n   of the circle; default 10000000";
    }

    /** Checks the arguments. Called once, before any engine starts. */
    @Override
    public void check(Arguments arguments) {
        arguments.allow(Set.of("--radius"), Set.of(), 0);
        radius(arguments);
    }

    private static long radius(Arguments arguments) {
        return arguments.integer("--radius", 10_000_000, 1, 10_000_000);
    }

    /** Computes this thread's part. Called once on each compute thread; thread IDs count from 0 over all engines. */
    @Override
    public void run(ComputeThread self) {
        CommLib comm = self.comm();
        long radius = radius(self.arguments());
        long own = 0;
        for (long row = self.id() - radius; row <= radius; row += self.count()) {
            own += 2 * (long) Math.sqrt(radius * radius - row * row) + 1;
        }
        long points = comm.allReduce(own, Reduction.SUM);
        if (self.id() == 0) {
            self.report().put("points", points);
        }
    }
}
