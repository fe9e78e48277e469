package org.moide.coordinator.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.moide.balance.data.DataTotals;
import org.moide.balance.loan.LoanTotals;
import org.moide.commlib.registration.NodeReference;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.plan.ApplicationPlan;
import org.moide.coordinator.report.RunOrigin;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.run.state.AssembledEngine;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.engine.control.DataStatistics;
import org.moide.engine.control.EngineStatistics;
import org.moide.engine.control.EngineStatistics.PeerStatistics;
import org.moide.engine.control.EngineStatistics.ThreadStatistics;
import org.moide.engine.control.ThreadTime;

/** Creates the report of a run from its outcome. */
final class Reports {
    private static final double NANOS = 1e9;

    private Reports() {}

    static RunReport of(
            RunOrigin origin,
            ApplicationPlan application,
            RunOutcome outcome,
            Map<String, Object> results,
            long wallNanos,
            List<RunReport.SharedHost> sharedHosts,
            List<RunStatus.Advice> advice) {
        List<RunReport.EngineTimes> engines = new ArrayList<>();
        long longest = longestNanos(outcome);
        long local = 0;
        long remote = 0;
        long bytes = 0;
        long collectives = 0;
        List<RunReport.Traffic> traffic = new ArrayList<>();
        for (RunOutcome.EngineOutcome one : outcome.engines()) {
            AssembledEngine engine = one.engine();
            EngineStatistics statistics = one.statistics();
            List<RunReport.ThreadTimes> threads = new ArrayList<>();
            if (statistics != null) {
                statistics.threads().forEach(thread -> threads.add(thread(thread, longest)));
                local += statistics.localMessages();
                remote += statistics.remoteMessages();
                bytes += statistics.bytes();
                collectives += statistics.collectives();
                statistics.peers().forEach(peer -> traffic.add(traffic(engine.number(), peer)));
            }
            engines.add(new RunReport.EngineTimes(
                    engine.number(),
                    engine.host(),
                    place(engine),
                    engine.power(),
                    threads,
                    one.principal(),
                    one.joined(),
                    data(one),
                    statistics == null ? 0 : statistics.process().pauseNanos() / NANOS,
                    statistics == null
                            ? Double.NaN
                            : seconds(statistics.process().processorNanos()),
                    one.pace()));
        }
        return new RunReport(
                origin,
                application.name(),
                application.arguments().words(),
                results,
                wallNanos / NANOS,
                engines,
                new RunReport.Messages(local, remote, bytes, collectives, traffic),
                loans(outcome),
                outcome.workers(),
                outcome.changes().stream()
                        .map(change -> new RunReport.Reconfiguration(
                                change.kind(), change.why(), change.atSeconds(), change.tookSeconds()))
                        .toList(),
                sharedHosts,
                advice);
    }

    private static RunReport.EngineTimes.Place place(AssembledEngine engine) {
        NodeReference node = engine.node();
        List<String> addresses = node.addresses().stream()
                .map(address -> address + ":" + node.port())
                .toList();
        return new RunReport.EngineTimes.Place(engine.daemon(), node.port() == 0 ? List.of() : addresses);
    }

    private static RunReport.Loans loans(RunOutcome outcome) {
        LoanTotals root = outcome.pool();
        LoanTotals engines = outcome.lent();
        LoanTotals all = root.plus(engines);
        // The tasks that lost engines executed are unknown. It is also unknown whether both copies of a task have
        // ended.
        long runAgain = Math.max(0, engines.executedTasks() - root.executedTasks() - root.secondCopies());
        return new RunReport.Loans(
                all.loansMade(),
                all.loansReturned(),
                all.loansRetaken(),
                engines.loansMade(),
                new RunReport.TaskCounts(
                        root.putTasks(),
                        root.createdTasks(),
                        root.executedTasks(),
                        runAgain,
                        new RunReport.SecondCopies(root.secondCopies(), root.copiesFirst()),
                        root.failedTasks(),
                        outcome.failedTasks()),
                outcome.engines().stream().map(one -> data(one).store()).reduce(DataTotals.NONE, DataTotals::plus));
    }

    private static DataStatistics data(RunOutcome.EngineOutcome engine) {
        EngineStatistics statistics = engine.statistics();
        return statistics == null ? DataStatistics.NONE : statistics.data();
    }

    private static RunReport.Traffic traffic(int from, PeerStatistics peer) {
        return new RunReport.Traffic(from, peer.engine(), peer.messages(), peer.bytes(), peer.waitNanos() / NANOS);
    }

    /**
     * Returns the longest time that any thread was in the run. A thread with a shorter time began later or ended
     * earlier, and has waited meanwhile. Returns 0 if engines joined or left, since their threads were not there all
     * the time.
     */
    private static long longestNanos(RunOutcome outcome) {
        if (!outcome.changes().isEmpty()) {
            return 0;
        }
        long longest = 0;
        for (RunOutcome.EngineOutcome engine : outcome.engines()) {
            EngineStatistics statistics = engine.statistics();
            if (statistics != null) {
                for (ThreadStatistics thread : statistics.threads()) {
                    longest = Math.max(longest, thread.time().wallNanos());
                }
            }
        }
        return longest;
    }

    private static RunReport.ThreadTimes thread(ThreadStatistics thread, long longestNanos) {
        ThreadTime time = thread.time();
        long forOthersNanos = Math.max(0, longestNanos - time.wallNanos());
        Map<String, Double> waits = new HashMap<>();
        thread.waitNanos().forEach((primitive, nanos) -> waits.put(primitive, nanos / NANOS));
        double told = waits.values().stream().mapToDouble(seconds -> seconds).sum();
        double rest = (time.waitNanos() + forOthersNanos) / NANOS - told;
        if (rest > 0) {
            waits.put(RunReport.ThreadTimes.BEGIN_AND_END, rest);
        }
        return new RunReport.ThreadTimes(
                thread.id(),
                time.computeNanos() / NANOS,
                time.communicateNanos() / NANOS,
                (time.waitNanos() + forOthersNanos) / NANOS,
                time.fetchNanos() / NANOS,
                time.checkpointNanos() / NANOS,
                time.migrateNanos() / NANOS,
                thread.tasks(),
                waits,
                seconds(thread.processors().onNanos()),
                seconds(thread.processors().readyNanos()));
    }

    private static double seconds(long nanosIfKnown) {
        return nanosIfKnown < 0 ? Double.NaN : nanosIfKnown / NANOS;
    }
}
