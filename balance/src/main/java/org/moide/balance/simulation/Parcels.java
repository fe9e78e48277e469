package org.moide.balance.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.moide.balance.worker.WorkerImage;
import org.moide.balance.worker.WorkerMessage;
import org.moide.balance.worker.balancer.BalanceLetter;

/**
 * The messages of a simulated member that are not sent yet. As in a real engine, messages to the same member are packed
 * into one parcel.
 */
final class Parcels {
    /** The size from which messages packed for one receiver are sent at once, as real engines do. */
    private static final long LARGE_BYTES = 16 << 10;

    /** The bytes of overhead of a task, of a worker's state, or of another message. */
    private static final long HEAD_BYTES = 40;

    private static final long LOAD_BYTES = 60;

    private final int from;
    private final SimulatedWorkers run;
    private final NavigableMap<Integer, Parcel> open = new TreeMap<>();

    /**
     * The messages of workers and the letters of the balancing for one member, in sending order. They form one network
     * message.
     */
    private static final class Parcel {
        private final List<Object> contents = new ArrayList<>();
        private long bytes;
    }

    Parcels(int from, SimulatedWorkers run) {
        this.from = from;
        this.run = run;
    }

    void add(int to, WorkerMessage message) {
        add(to, message, bytes(message));
    }

    void add(int to, BalanceLetter letter) {
        int loads = letter instanceof BalanceLetter.LoadTold told ? told.loads().size() : 1;
        add(to, letter, HEAD_BYTES + loads * LOAD_BYTES);
    }

    private void add(int to, Object content, long bytes) {
        Parcel parcel = open.computeIfAbsent(to, any -> new Parcel());
        parcel.contents.add(content);
        parcel.bytes += bytes;
        if (parcel.bytes >= LARGE_BYTES) {
            open.remove(to);
            send(to, parcel);
        }
    }

    /** Sends all waiting messages, packed by receiver. */
    void flush() {
        for (Map.Entry<Integer, Parcel> next = open.pollFirstEntry(); next != null; next = open.pollFirstEntry()) {
            send(next.getKey(), next.getValue());
        }
    }

    private void send(int to, Parcel parcel) {
        run.carry(from, to, List.copyOf(parcel.contents), parcel.bytes);
    }

    private long bytes(WorkerMessage message) {
        if (message instanceof WorkerMessage.Task task) {
            return taskBytes(task.body());
        }
        return HEAD_BYTES + (message instanceof WorkerMessage.Arrival arrival ? bytes(arrival.worker()) : 0);
    }

    private long taskBytes(byte[] body) {
        return HEAD_BYTES + run.workload().bytes(TaskCodes.decode(body));
    }

    /** Returns the size of a worker's state together with its queued tasks. */
    long bytes(WorkerImage image) {
        long bytes = run.stateBytes(image.worker());
        for (WorkerImage.Queued queued : image.queue()) {
            bytes += taskBytes(queued.body());
        }
        for (WorkerImage.Early early : image.early()) {
            bytes += taskBytes(early.task().body());
        }
        return bytes;
    }
}
