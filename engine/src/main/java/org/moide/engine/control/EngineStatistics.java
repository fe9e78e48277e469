package org.moide.engine.control;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import org.moide.commlib.port.ProcessorClock;

/**
 * The work of the threads of one engine in a run.
 *
 * @param threads one row for each compute thread
 * @param localMessages how many messages went to threads of the same engine
 * @param remoteMessages how many messages went to other engines
 * @param bytes the bytes that went to other engines, payload only
 * @param collectives how many collectives threads called, barriers too
 * @param data what the engine did with data objects
 * @param peers one row for each engine that this one, itself included, sent to or waited for
 * @param workers what its workers did, in a worker application
 * @param process what its process did meanwhile
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

    /** Creates the statistics of an engine without workers. */
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

    /** Returns the statistics of an engine whose threads sent nothing. */
    public static EngineStatistics silent(List<ThreadStatistics> threads) {
        return new EngineStatistics(threads, 0, 0, 0, 0, DataStatistics.NONE, List.of());
    }

    /** Returns the same statistics with this use of data objects. */
    public EngineStatistics with(DataStatistics done) {
        return new EngineStatistics(
                threads, localMessages, remoteMessages, bytes, collectives, done, peers, workers, process);
    }

    /** Returns the same statistics with this work of the engine's workers. */
    public EngineStatistics with(WorkerStatistics what) {
        return new EngineStatistics(
                threads, localMessages, remoteMessages, bytes, collectives, data, peers, what, process);
    }

    /** Returns the same statistics with these figures of the engine's process. */
    public EngineStatistics with(ProcessStatistics what) {
        return new EngineStatistics(
                threads, localMessages, remoteMessages, bytes, collectives, data, peers, workers, what);
    }

    /**
     * Returns the same statistics with other numbers of the engine's peers, such as those that engines have for the
     * whole run.
     */
    public EngineStatistics renumbered(IntUnaryOperator numbers) {
        List<PeerStatistics> others = peers.stream()
                .map(peer -> new PeerStatistics(
                        numbers.applyAsInt(peer.engine()), peer.messages(), peer.bytes(), peer.waitNanos()))
                .toList();
        return new EngineStatistics(
                threads, localMessages, remoteMessages, bytes, collectives, data, others, workers, process);
    }

    /** Returns the same statistics without threads, with at most this number of peers and of moves of workers. */
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

    /** Returns the sum with what the same engine did in a later epoch. */
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
     * The traffic of the threads of one engine with another engine, or with each other.
     *
     * @param engine the other's number
     * @param messages how many messages were sent to it
     * @param bytes the bytes of data in them
     * @param waitNanos the time spent waiting for its messages, or for it to take one; the sum over threads
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
     * @param id its logical ID
     * @param time how it spent its time
     * @param tasks how many tasks it executed
     * @param waitNanos how much of its waiting was in each primitive; those in which it did not wait are left out
     * @param processors how much of its time it had a processor
     */
    public record ThreadStatistics(
            int id, ThreadTime time, long tasks, Map<String, Long> waitNanos, ProcessorClock.Spent processors)
            implements Serializable {
        private static final long serialVersionUID = 1L;

        public ThreadStatistics {
            waitNanos = Map.copyOf(waitNanos);
        }

        /** Creates the statistics of a thread whose time on processors is unknown. */
        public ThreadStatistics(int id, ThreadTime time, long tasks, Map<String, Long> waitNanos) {
            this(id, time, tasks, waitNanos, ProcessorClock.Spent.UNKNOWN);
        }

        /** Returns the sum of both epochs. The ID is that of the later one. */
        private ThreadStatistics plus(ThreadStatistics later) {
            Map<String, Long> waits = new HashMap<>(waitNanos);
            later.waitNanos.forEach((primitive, nanos) -> waits.merge(primitive, nanos, Long::sum));
            return new ThreadStatistics(
                    later.id, time.plus(later.time), tasks + later.tasks, waits, processors.plus(later.processors));
        }
    }
}
