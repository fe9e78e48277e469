package org.moide.coordinator.cli;

import java.util.List;
import org.moide.coordinator.plan.EngineDaemonPlan;
import org.moide.coordinator.plan.HostsPlan;
import org.moide.coordinator.plan.RunPlan;
import org.moide.coordinator.report.Console;
import org.moide.coordinator.run.ApplicationRun;
import org.moide.coordinator.selection.HostAnswer;

/** What the commands do in a real process. */
final class ProcessActions implements MoideActions {
    @Override
    public int run(RunPlan plan, Console console) throws InterruptedException {
        return new ApplicationRun(plan, console).execute();
    }

    @Override
    public int engine(EngineDaemonPlan plan, Console console) {
        throw new UnsupportedOperationException("the daemon is joined to the command on the main branch");
    }

    @Override
    public List<HostAnswer> hosts(HostsPlan plan, Console console) {
        throw new UnsupportedOperationException("the hosts are joined to the command on the main branch");
    }
}
