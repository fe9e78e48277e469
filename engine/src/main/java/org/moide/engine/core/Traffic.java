package org.moide.engine.core;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.moide.balance.loan.BorrowedFrom;
import org.moide.commlib.message.CommCounters;
import org.moide.commlib.message.endpoint.EngineComm;
import org.moide.engine.compute.GrowingComm;
import org.moide.engine.control.DataStatistics;
import org.moide.engine.control.EngineNumber;
import org.moide.engine.control.EngineSight;
import org.moide.engine.control.EngineStatistics;
import org.moide.engine.control.EngineStatistics.PeerStatistics;
import org.moide.engine.control.EngineStatistics.ThreadStatistics;
import org.moide.engine.control.Processes;

/**
 * Sums up the message counts of an engine's threads in an epoch, over all of its registrations. Used by the control
 * thread.
 */
final class Traffic {
    private final GrowingComm comms;
    private final Map<Long, Processes> processes = new HashMap<>(); // by registration

    /**
     * Begins with an epoch's first registration (table of engines).
     *
     * @param first the engines of that registration, with their process numbers
     */
    Traffic(GrowingComm comms, Processes first) {
        this.comms = comms;
        among(first);
    }

    /**
     * Adds a later registration (table of engines) to those over which messages are summed up. Engines are identified
     * by process numbers, which are the same in all registrations of an epoch.
     */
    void among(Processes next) {
        processes.put(next.registration().epoch(), next);
    }

    /**
     * Returns the sums of the epoch's message counts, with these rows for the threads. Messages that were sent for
     * compute threads while they computed are counted. The time for sending them is not, because it is unknown whether
     * it delayed a thread.
     */
    EngineStatistics of(List<ThreadStatistics> rows) {
        return of(rows, rows.size());
    }

    /**
     * Returns the sums and the engine's other figures while threads are running.
     *
     * @param borrowed the tasks that the engine has borrowed from others
     */
    EngineSight.Done done(ComputeThreads running, DataStatistics data, List<BorrowedFrom> borrowed) {
        EngineComm first = comms.first();
        EngineComm last = comms.newest();
        EngineStatistics sums = of(List.of(), first.self().threads()).with(data).with(running.workerStatistics());
        int number = in(last).of(new EngineNumber(last.self().engine())).value();
        return EngineSight.Done.of(first.epoch(), number, sums, borrowed);
    }

    private Processes in(EngineComm comm) {
        return Objects.requireNonNull(processes.get(comm.epoch()), "told with it");
    }

    private EngineStatistics of(List<ThreadStatistics> rows, int count) {
        List<CommCounters> threads = new ArrayList<>();
        List<CommCounters> senders = new ArrayList<>();
        Map<Integer, Sums> peers = new TreeMap<>();
        for (EngineComm comm : comms.all()) {
            Processes its = in(comm);
            for (int thread = 0; thread < count; thread++) {
                CommCounters counters = comm.counters(thread);
                CommCounters meanwhile = comm.countersMeanwhile(thread);
                threads.add(counters);
                senders.add(counters);
                senders.add(meanwhile);
                for (int place = 0; place < counters.engines(); place++) {
                    peers.computeIfAbsent(its.of(new EngineNumber(place)).value(), any -> new Sums())
                            .add(counters, meanwhile, place);
                }
            }
        }
        List<PeerStatistics> told = new ArrayList<>();
        peers.forEach((process, sums) -> {
            if (sums.messages > 0 || sums.waitNanos > 0) {
                told.add(new PeerStatistics(process, sums.messages, sums.bytes, sums.waitNanos));
            }
        });
        return new EngineStatistics(
                rows,
                sum(senders, CommCounters::localMessages),
                sum(senders, CommCounters::remoteMessages),
                sum(senders, CommCounters::remoteBytes),
                sum(threads, CommCounters::collectives),
                DataStatistics.NONE,
                told);
    }

    /** The traffic with one other engine, and the time of waits for it. */
    private static final class Sums {
        private long messages;
        private long bytes;
        private long waitNanos;

        void add(CommCounters thread, CommCounters meanwhile, int place) {
            messages += thread.messagesTo(place) + meanwhile.messagesTo(place);
            bytes += thread.bytesTo(place) + meanwhile.bytesTo(place);
            waitNanos += thread.waitingNanosFor(place);
        }
    }

    private static long sum(List<CommCounters> threads, ToLongFunction<CommCounters> figure) {
        return threads.stream().mapToLong(figure).sum();
    }
}
