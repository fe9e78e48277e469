package org.moide.engine.core;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.moide.commlib.message.CommCounters;
import org.moide.commlib.message.EngineComm;
import org.moide.engine.control.EngineStatistics;
import org.moide.engine.control.EngineStatistics.PeerStatistics;
import org.moide.engine.control.EngineStatistics.ThreadStatistics;

/** Adds up what an engine's threads counted. Pure. */
final class Traffic {
    private Traffic() {}

    /**
     * The sums. What was sent for compute threads while they computed counts with the rest, but not its waiting: that
     * nobody computed because of it is not known.
     */
    static EngineStatistics of(List<ThreadStatistics> rows, EngineComm comm) {
        List<CommCounters> threads = new ArrayList<>();
        List<CommCounters> senders = new ArrayList<>();
        for (int thread = 0; thread < rows.size(); thread++) {
            threads.add(comm.counters(thread));
            senders.add(comm.counters(thread));
            senders.add(comm.countersMeanwhile(thread));
        }
        List<PeerStatistics> peers = new ArrayList<>();
        int engines = threads.isEmpty() ? 0 : threads.get(0).engines();
        for (int engine = 0; engine < engines; engine++) {
            int peer = engine;
            PeerStatistics row = new PeerStatistics(
                    engine,
                    sum(senders, thread -> thread.messagesTo(peer)),
                    sum(senders, thread -> thread.bytesTo(peer)),
                    sum(threads, thread -> thread.waitingNanosFor(peer)));
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
                peers);
    }

    private static long sum(List<CommCounters> threads, ToLongFunction<CommCounters> figure) {
        return threads.stream().mapToLong(figure).sum();
    }
}
