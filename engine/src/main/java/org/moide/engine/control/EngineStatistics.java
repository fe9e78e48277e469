package org.moide.engine.control;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import org.moide.commlib.port.FixedOrder;
import org.moide.commlib.port.ProcessorClock;

/**
 * Statistics of one engine in a run.
 *
 * @param threads one row for each compute thread
 * @param localMessages how many messages its threads sent to each other
 * @param remoteMessages how many messages its threads sent to other engines
 * @param bytes the payload bytes of the messages to other engines
 * @param collectives how many collectives, including barriers, its threads called
 * @param data the use of data objects
 * @param peers one row for each engine, including this one, to which its threads sent or for which they waited
 * @param workers the work of its workers, in a worker application
 * @param process figures of its process
 */
public record EngineStatistics(
        List<ThreadStatistics> threads,
        long localMessages,
        long remoteMessages,
        long bytes,
        long collectives,
        DataStatistics data,
        List<PeerStatistics> peers,
        WorkerStatistics workers,
        ProcessStatistics process)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    public EngineStatistics {
        threads = List.copyOf(threads);
        peers = List.copyOf(peers);
    }

    public EngineStatistics(
            List<ThreadStatistics> threads,
            long localMessages,
            long remoteMessages,
            long bytes,
            long collectives,
            DataStatistics data,
            List<PeerStatistics> peers) {
        this(
                threads,
                localMessages,
                remoteMessages,
                bytes,
                collectives,
                data,
                peers,
                WorkerStatistics.NONE,
                ProcessStatistics.UNKNOWN);
    }

    /** Returns statistics of an engine whose threads sent no messages. */
    public static EngineStatistics silent(List<ThreadStatistics> threads) {
        return new EngineStatistics(threads, 0, 0, 0, 0, DataStatistics.NONE, List.of());
    }

    public EngineStatistics with(DataStatistics done) {
        return new EngineStatistics(
                threads, localMessages, remoteMessages, bytes, collectives, done, peers, workers, process);
    }

    public EngineStatistics with(WorkerStatistics what) {
        return new EngineStatistics(
                threads, localMessages, remoteMessages, bytes, collectives, data, peers, what, process);
    }

    public EngineStatistics with(ProcessStatistics what) {
        return new EngineStatistics(
                threads, localMessages, remoteMessages, bytes, collectives, data, peers, workers, what);
    }

    /**
     * Returns a copy in which the peers have other numbers. Used to replace engine numbers by seats, which do not
     * change during a run.
     */
    public EngineStatistics renumbered(IntUnaryOperator numbers) {
        List<PeerStatistics> others = peers.stream()
                .map(peer -> new PeerStatistics(
                        numbers.applyAsInt(peer.engine()), peer.messages(), peer.bytes(), peer.waitNanos()))
                .toList();
        return new EngineStatistics(
                threads, localMessages, remoteMessages, bytes, collectives, data, others, workers, process);
    }

    /** Returns a copy without threads, with at most this many peers and moves of workers. */
    EngineStatistics atMost(int mostPeers, int mostMoves) {
        List<PeerStatistics> first = peers.size() <= mostPeers
                ? peers
                : peers.stream()
                        .sorted(Comparator.comparingLong(PeerStatistics::bytes).reversed())
                        .limit(mostPeers)
                        .toList();
        return new EngineStatistics(
                List.of(),
                localMessages,
                remoteMessages,
                bytes,
                collectives,
                data,
                first,
                workers.last(mostMoves),
                process);
    }

    /** Returns the sum of these statistics and those of the same engine in a later epoch. */
    public EngineStatistics plus(EngineStatistics other) {
        List<ThreadStatistics> rows = new ArrayList<>(threads);
        for (int thread = 0; thread < other.threads.size(); thread++) {
            if (thread < rows.size()) {
                rows.set(thread, rows.get(thread).plus(other.threads.get(thread)));
            } else {
                rows.add(other.threads.get(thread));
            }
        }
        Map<Integer, PeerStatistics> all = new TreeMap<>();
        peers.forEach(peer -> all.merge(peer.engine(), peer, PeerStatistics::plus));
        other.peers.forEach(peer -> all.merge(peer.engine(), peer, PeerStatistics::plus));
        return new EngineStatistics(
                rows,
                localMessages + other.localMessages,
                remoteMessages + other.remoteMessages,
                bytes + other.bytes,
                collectives + other.collectives,
                data.plus(other.data),
                List.copyOf(all.values()),
                workers.plus(other.workers),
                process.plus(other.process));
    }

    /**
     * The message traffic of one engine with another engine or within itself.
     *
     * @param engine the number of the other engine
     * @param messages how many messages were sent to that engine
     * @param bytes the payload bytes of these messages
     * @param waitNanos the time that threads waited to receive from or send to that engine, summed over threads
     */
    public record PeerStatistics(int engine, long messages, long bytes, long waitNanos) implements Serializable {
        private static final long serialVersionUID = 1L;

        private PeerStatistics plus(PeerStatistics other) {
            return new PeerStatistics(
                    engine, messages + other.messages, bytes + other.bytes, waitNanos + other.waitNanos);
        }
    }

    /**
     * The work of one compute thread.
     *
     * @param id the thread's logical ID
     * @param time the thread's time by kind
     * @param tasks how many tasks the thread executed
     * @param waitNanos the waiting time by communication primitive; primitives without waiting are omitted
     * @param processors the time that the thread ran on a processor
     */
    public record ThreadStatistics(
            int id, ThreadTime time, long tasks, Map<String, Long> waitNanos, ProcessorClock.Spent processors)
            implements Serializable {
        private static final long serialVersionUID = 1L;

        public ThreadStatistics {
            waitNanos = FixedOrder.copyOf(waitNanos);
        }

        public ThreadStatistics(int id, ThreadTime time, long tasks, Map<String, Long> waitNanos) {
            this(id, time, tasks, waitNanos, ProcessorClock.Spent.UNKNOWN);
        }

        /**
         * Returns the sum of this row and the row of the same thread in a later epoch, with the logical ID of the later
         * one.
         */
        private ThreadStatistics plus(ThreadStatistics later) {
            Map<String, Long> waits = new HashMap<>(waitNanos);
            later.waitNanos.forEach((primitive, nanos) -> waits.merge(primitive, nanos, Long::sum));
            return new ThreadStatistics(
                    later.id, time.plus(later.time), tasks + later.tasks, waits, processors.plus(later.processors));
        }
    }
}
