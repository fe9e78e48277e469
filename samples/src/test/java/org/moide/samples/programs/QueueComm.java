package org.moide.samples.programs;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BinaryOperator;
import org.moide.commlib.CommLib;
import org.moide.commlib.Reduction;
import org.moide.commlib.RunEndedException;
import org.moide.commlib.Slice;

/**
 * CommLib as plainly as it can be written, for tests of programs: a queue for each pair of IDs and tag, and collectives
 * of these. It also checks what the contract asks of the caller: lengths that agree.
 */
final class QueueComm implements CommLib {
    private static final int TAG_COLLECTIVE = -1;
    private static final long LIMIT_SECONDS = 60;

    private final Network network;
    private final int id;

    QueueComm(Network network, int id) {
        this.network = network;
        this.id = id;
    }

    /** What all IDs share. */
    static final class Network {
        private final int[] engineOf;
        private final Map<List<Integer>, BlockingQueue<Object>> queues = new ConcurrentHashMap<>();
        private final Map<Integer, CyclicBarrier> barriers = new ConcurrentHashMap<>();

        /** @param engineOf the engine of each ID */
        Network(int... engineOf) {
            this.engineOf = engineOf.clone();
            for (int engine : engineOf) {
                barriers.computeIfAbsent(engine, number -> new CyclicBarrier(threads(number)));
            }
        }

        int threads(int engine) {
            int threads = 0;
            for (int each : engineOf) {
                threads += each == engine ? 1 : 0;
            }
            return threads;
        }

        int count() {
            return engineOf.length;
        }

        int engineOf(int id) {
            return engineOf[id];
        }

        private BlockingQueue<Object> queue(int from, int to, int tag) {
            return queues.computeIfAbsent(List.of(from, to, tag), key -> new LinkedBlockingQueue<>());
        }
    }

    private void put(int to, int tag, Object value) {
        network.queue(id, to, tag).add(value);
    }

    private Object take(int from, int tag) {
        try {
            Object value = network.queue(from, id, tag).poll(LIMIT_SECONDS, TimeUnit.SECONDS);
            if (value == null) {
                throw new RunEndedException("ID " + id + " waits for ID " + from + " with tag " + tag);
            }
            return value;
        } catch (InterruptedException interrupted) {
            throw new RunEndedException("interrupted");
        }
    }

    private static Object copy(Slice slice) {
        Object copy = slice.type().newArray(slice.length());
        System.arraycopy(slice.array(), slice.offset(), copy, 0, slice.length());
        return copy;
    }

    private static void fill(Object from, Slice into) {
        Slice source = Slice.of(from);
        if (source.length() != into.length()) {
            throw new IllegalArgumentException("expected " + into.length() + " elements, found " + source.length());
        }
        System.arraycopy(from, 0, into.array(), into.offset(), into.length());
    }

    @Override
    public int id() {
        return id;
    }

    @Override
    public int count() {
        return network.count();
    }

    @Override
    public int engineOf(int other) {
        return network.engineOf(other);
    }

    @Override
    public void send(int receiver, int tag, Slice data) {
        put(receiver, tag, copy(data));
    }

    @Override
    public void send(int receiver, int tag, Serializable value) {
        put(receiver, tag, value);
    }

    @Override
    public int receive(int sender, int tag, Slice into) {
        fill(take(sender, tag), into);
        return into.length();
    }

    @Override
    public <T> T receive(int sender, int tag, Class<T> type) {
        return type.cast(take(sender, tag));
    }

    @Override
    public void exchange(int partner, int tag, Slice out, Slice in) {
        put(partner, tag, copy(out));
        fill(take(partner, tag), in);
    }

    @Override
    public void broadcast(int root, Slice data) {
        fill(broadcast(root, (Serializable) copy(data)), data);
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T extends Serializable> T broadcast(int root, T value) {
        return (T) everyones(value).get(root);
    }

    @Override
    public void scatter(int root, Slice all, Slice part) {
        List<Object> lengths = everyones(part.length());
        if (id == root) {
            int at = 0;
            for (int to = 0; to < count(); to++) {
                int length = (Integer) lengths.get(to);
                put(to, TAG_COLLECTIVE, copy(all.part(at, length)));
                at += length;
            }
            if (at != all.length()) {
                throw new IllegalArgumentException("parts have " + at + " elements, all has " + all.length());
            }
        }
        fill(take(root, TAG_COLLECTIVE), part);
    }

    @Override
    public void gather(int root, Slice part, Slice all) {
        List<Object> parts = everyones(copy(part));
        if (id == root) {
            join(parts, all);
        }
    }

    @Override
    public void allGather(Slice part, Slice all) {
        join(everyones(copy(part)), all);
    }

    private static void join(List<Object> parts, Slice all) {
        int at = 0;
        for (Object part : parts) {
            int length = Slice.of(part).length();
            fill(part, all.part(at, length));
            at += length;
        }
        if (at != all.length()) {
            throw new IllegalArgumentException("parts have " + at + " elements, all has " + all.length());
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T extends Serializable> List<T> allGather(T value) {
        return (List<T>) (List<?>) everyones(value);
    }

    private List<Object> everyones(Object value) {
        List<Object> all = new ArrayList<>();
        for (int to = 0; to < count(); to++) {
            put(to, TAG_COLLECTIVE, value);
        }
        for (int from = 0; from < count(); from++) {
            all.add(take(from, TAG_COLLECTIVE));
        }
        return all;
    }

    @Override
    public void allReduce(Slice data, Reduction reduction) {
        if (reduction != Reduction.SUM || !(data.array() instanceof double[] target)) {
            throw new UnsupportedOperationException("sums of doubles only, found " + reduction);
        }
        List<Object> parts = everyones(copy(data));
        for (int i = 0; i < data.length(); i++) {
            double sum = 0.0;
            for (Object part : parts) {
                sum += ((double[]) part)[i];
            }
            target[data.offset() + i] = sum;
        }
    }

    @Override
    public <T extends Serializable> T allReduce(T value, BinaryOperator<T> operator) {
        return allGather(value).stream().reduce(operator).orElseThrow();
    }

    @Override
    public void barrier() {
        CyclicBarrier barrier = network.barriers.get(engineOf(id));
        if (barrier == null) {
            throw new IllegalStateException("no engine " + engineOf(id));
        }
        try {
            barrier.await(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException | BrokenBarrierException | TimeoutException ended) {
            throw new RunEndedException("barrier: " + ended);
        }
    }

    @Override
    public void remoteBarrier() {
        everyones(0);
    }
}
