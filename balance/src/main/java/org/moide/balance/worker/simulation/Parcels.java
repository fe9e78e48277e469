package org.moide.balance.worker.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.moide.balance.worker.WorkerImage;
import org.moide.balance.worker.WorkerMessage;
import org.moide.balance.worker.balancer.BalanceLetter;
import org.moide.balance.workload.WorkerWorkload;

/** What a member has to say to others and has not sent: what is for the same member shares a message, as between engines. */
final class Parcels {
    /** From here on it is sent at once, as by engines. */
    private static final long LARGE_BYTES = 16 << 10;

    /** What stands around a task's body, a worker's state, and what else is said. */
    private static final long HEAD_BYTES = 40;

    private static final long LOAD_BYTES = 60;

    private final int from;
    private final WorkerWorkload workload;
    private final StateBytes states;
    private final Carrier carrier;
    private final NavigableMap<Integer, Open> open = new TreeMap<>();

    /** How long a worker's state is. */
    @FunctionalInterface
    interface StateBytes {
        long of(long worker);
    }

    /** Carries them. */
    @FunctionalInterface
    interface Carrier {
        void carry(int to, Parcel parcel);
    }

    /** One that is being filled. */
    private static final class Open {
        private final List<Object> contents = new ArrayList<>();
        private long bytes;
    }

    Parcels(int from, WorkerWorkload workload, StateBytes states, Carrier carrier) {
        this.from = from;
        this.workload = workload;
        this.states = states;
        this.carrier = carrier;
    }

    void add(int to, WorkerMessage message) {
        add(to, message, bytes(message));
    }

    void add(int to, BalanceLetter letter) {
        int loads = letter instanceof BalanceLetter.LoadTold told ? told.loads().size() : 1;
        add(to, letter, HEAD_BYTES + loads * LOAD_BYTES);
    }

    private void add(int to, Object content, long bytes) {
        Open parcel = open.computeIfAbsent(to, any -> new Open());
        parcel.contents.add(content);
        parcel.bytes += bytes;
        if (parcel.bytes >= LARGE_BYTES) {
            open.remove(to);
            carrier.carry(to, new Parcel(from, parcel.contents, parcel.bytes));
        }
    }

    /** Sends all that is there. */
    void flush() {
        for (Map.Entry<Integer, Open> next = open.pollFirstEntry(); next != null; next = open.pollFirstEntry()) {
            Open parcel = next.getValue();
            carrier.carry(next.getKey(), new Parcel(from, parcel.contents, parcel.bytes));
        }
    }

    /** How long a worker's state is. */
    long stateBytes(long worker) {
        return states.of(worker);
    }

    private long bytes(WorkerMessage message) {
        if (message instanceof WorkerMessage.Task task) {
            return HEAD_BYTES + workload.bytes(SimulatedBody.task(task.body()));
        }
        return HEAD_BYTES + (message instanceof WorkerMessage.Arrival arrival ? bytes(arrival.worker()) : 0);
    }

    /** How long a worker is with its tasks. */
    long bytes(WorkerImage image) {
        long bytes = states.of(image.worker());
        for (WorkerImage.Queued queued : image.queue()) {
            bytes += HEAD_BYTES + workload.bytes(SimulatedBody.task(queued.body()));
        }
        for (WorkerImage.Early early : image.early()) {
            bytes += HEAD_BYTES + workload.bytes(SimulatedBody.task(early.task().body()));
        }
        return bytes;
    }
}
