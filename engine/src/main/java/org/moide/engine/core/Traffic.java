package org.moide.engine.core;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.moide.balance.loan.BorrowedFrom;
import org.moide.commlib.message.CommCounters;
import org.moide.commlib.message.endpoint.EngineComm;
import org.moide.engine.compute.ComputeThreads;
import org.moide.engine.control.DataStatistics;
import org.moide.engine.control.EngineSight;
import org.moide.engine.control.EngineStatistics;
import org.moide.engine.control.EngineStatistics.PeerStatistics;
import org.moide.engine.control.EngineStatistics.ThreadStatistics;

/** Adds up what an engine's threads counted. Pure. */
final class Traffic {
    private Traffic() {}

    /**
     * The sums. What was sent for compute threads while they computed counts too, but not the time waited for it:
     * whether a thread stood still because of that is not known.
     */
    static EngineStatistics of(List<ThreadStatistics> rows, List<EngineComm> epochs) {
        return of(rows, rows.size(), epochs);
    }

    /**
     * The sums while threads go on, with what else their engine has done.
     *
     * @param borrowed of the others
     */
    static EngineSight.Done done(
            List<EngineComm> epochs, ComputeThreads running, DataStatistics data, List<BorrowedFrom> borrowed) {
        EngineComm first = epochs.get(0);
        EngineStatistics sums =
                of(List.of(), first.self().threads(), epochs).with(data).with(running.workerStatistics());
        return EngineSight.Done.of(
                first.epoch(), epochs.get(epochs.size() - 1).self().engine(), sums, borrowed);
    }

    private static EngineStatistics of(List<ThreadStatistics> rows, int count, List<EngineComm> epochs) {
        List<CommCounters> threads = new ArrayList<>();
        List<CommCounters> senders = new ArrayList<>();
        int engines = 0;
        for (EngineComm comm : epochs) {
            for (int thread = 0; thread < count; thread++) {
                threads.add(comm.counters(thread));
                senders.add(comm.counters(thread));
                senders.add(comm.countersMeanwhile(thread));
                engines = Math.max(engines, comm.counters(thread).engines());
            }
        }
        List<PeerStatistics> peers = new ArrayList<>();
        for (int engine = 0; engine < engines; engine++) {
            int peer = engine;
            PeerStatistics row = new PeerStatistics(
                    engine,
                    sum(among(senders, peer), thread -> thread.messagesTo(peer)),
                    sum(among(senders, peer), thread -> thread.bytesTo(peer)),
                    sum(among(threads, peer), thread -> thread.waitingNanosFor(peer)));
            if (row.messages() > 0 || row.waitNanos() > 0) {
                peers.add(row);
            }
        }
        return new EngineStatistics(
                rows,
                sum(senders, CommCounters::localMessages),
                sum(senders, CommCounters::remoteMessages),
                sum(senders, CommCounters::remoteBytes),
                sum(threads, CommCounters::collectives),
                DataStatistics.NONE,
                peers);
    }

    /** Those who knew of this engine: earlier epochs may have had fewer. */
    private static List<CommCounters> among(List<CommCounters> threads, int engine) {
        return threads.stream().filter(thread -> engine < thread.engines()).toList();
    }

    private static long sum(List<CommCounters> threads, ToLongFunction<CommCounters> figure) {
        return threads.stream().mapToLong(figure).sum();
    }
}
