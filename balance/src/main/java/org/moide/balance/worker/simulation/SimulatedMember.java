package org.moide.balance.worker.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.moide.balance.simulation.Interconnect;
import org.moide.balance.simulation.SimulatedRunFailedException;
import org.moide.balance.strategy.Membership;
import org.moide.balance.worker.Declarations;
import org.moide.balance.worker.Directory;
import org.moide.balance.worker.InitialPlaces;
import org.moide.balance.worker.Slot;
import org.moide.balance.worker.WorkerImage;
import org.moide.balance.worker.WorkerMessage;
import org.moide.balance.worker.WorkerOutlet;
import org.moide.balance.worker.WorkerTable;
import org.moide.balance.worker.WorkerTask;
import org.moide.balance.worker.balancer.BalanceLetter;
import org.moide.balance.workload.WorkerWorkload;
import org.moide.commlib.sim.EventQueue;

/** An engine with workers: the real table, threads that let the time pass, and messages that wait for each other. */
final class SimulatedMember implements SimulatedHandler.Place {
    /** What waits to be sent waits no longer while there is always more to handle. */
    private static final long FLUSH_NANOS = 200_000;

    private final EventQueue queue;
    private final WorkerWorkload workload;
    private final double threadPower;
    private final Parcels parcels;
    private final long takingNanos;
    private final Observer observer;
    private final WorkerTable table;
    private final List<SimulatedHandler> handlers = new ArrayList<>();
    private @Nullable SimulatedControl control;
    private long flushedNanos;
    private long takenNanos;
    private long busyNanos;
    private long movedBytes;

    /** Sees what is done. */
    @FunctionalInterface
    interface Observer {
        /** A task was handled in this time, which ends now, by a thread of this power. */
        void handled(long nanos, double threadPower);
    }

    SimulatedMember(
            Membership.Member member,
            Declarations declarations,
            InitialPlaces places,
            WorkerWorkload workload,
            Interconnect interconnect,
            EventQueue queue,
            Parcels parcels,
            Observer observer) {
        this.queue = queue;
        this.workload = workload;
        this.threadPower = member.power() / member.threads();
        this.parcels = parcels;
        this.takingNanos = interconnect.handlingNanos();
        this.observer = observer;
        Directory directory = member.number() == WorkerTable.DIRECTORY ? new Directory(declarations) : null;
        this.table = new WorkerTable(
                member.number(),
                declarations,
                places,
                directory,
                bytes -> new SimulatedBody(SimulatedBody.task(bytes)),
                new Outlet());
        for (int thread = 0; thread < member.threads(); thread++) {
            handlers.add(new SimulatedHandler(queue, this));
        }
    }

    /** What the table needs of an engine. */
    private final class Outlet implements WorkerOutlet {
        @Override
        public boolean toProcess(int process, WorkerMessage message) {
            parcels.add(process, message);
            return true;
        }

        @Override
        public void runnable() {
            for (SimulatedHandler handler : handlers) {
                if (handler.wake()) {
                    return;
                }
            }
        }

        @Override
        public void hopeless(String why) {
            throw new SimulatedRunFailedException(why);
        }

        @Override
        public void answered(WorkerMessage.Answer answer) {
            throw new IllegalStateException("expected no answer, since nobody asks, found that to " + answer.ask());
        }
    }

    WorkerTable table() {
        return table;
    }

    /** Sends what the application sends before workers begin. */
    void sendTasksOfBegin() {
        Slot beginning = table.beginning();
        for (int index = 0; index < workload.rootTasks(); index++) {
            send(beginning, workload.root(index));
        }
        parcels.flush();
    }

    /** Begins to work; nobody balances if there is no control. */
    void start(@Nullable SimulatedControl balancing) {
        control = balancing;
        handlers.forEach(SimulatedHandler::step);
    }

    private void send(Slot sender, int task) {
        table.send(sender, workload.receiver(task).id(), WorkerTask.of(sender.worker(), new SimulatedBody(task)));
    }

    // --- what its threads do --------------------------------------------------------------------------------------

    @Override
    public @Nullable Slot take() {
        Slot slot = table.take();
        if (slot != null && !(slot.state() instanceof SimulatedCell)) {
            long stateBytes = slot.state() == null ? 0 : parcels.stateBytes(slot.worker());
            slot.state(new SimulatedCell(stateBytes, queue.nanoTime()));
        }
        return slot;
    }

    @Override
    public long nanos(int task) {
        return Math.max(1, Math.round(workload.nanos(task) / threadPower));
    }

    @Override
    public void handled(Slot slot, int task, long nanos) {
        busyNanos += nanos;
        for (int index = 0; index < workload.childCount(task); index++) {
            send(slot, workload.child(task, index));
        }
        observer.handled(nanos, threadPower);
    }

    @Override
    public void turnEnded(Slot slot, int handled, long nanos) {
        SimulatedCell cell = (SimulatedCell) Objects.requireNonNull(slot.state(), "put in by take");
        cell.ran(nanos);
        SimulatedControl balancing = control;
        if (balancing != null) {
            balancing.turnEnded(handled, nanos);
        }
        boolean leaves = slot.isLeaving();
        if (leaves) {
            WorkerImage image = Objects.requireNonNull(table.depart(slot, cell::encoded), "nobody leaves");
            movedBytes += parcels.bytes(image);
        } else {
            table.release(slot);
        }
        if (leaves || queue.nanoTime() - flushedNanos > FLUSH_NANOS) {
            flushedNanos = queue.nanoTime();
            parcels.flush();
        }
    }

    @Override
    public void idle() {
        parcels.flush();
    }

    // --- what comes -----------------------------------------------------------------------------------------------

    /** A message has come. */
    void receive(Parcel parcel) {
        takenNanos = Math.max(queue.nanoTime(), takenNanos) + takingNanos;
        if (takingNanos == 0) {
            take(parcel);
        } else {
            queue.at(takenNanos, "taken", () -> take(parcel));
        }
    }

    private void take(Parcel parcel) {
        SimulatedControl balancing = control;
        for (Object content : parcel.contents()) {
            if (content instanceof WorkerMessage message) {
                table.arrived(message);
                if (balancing != null && message instanceof WorkerMessage.Arrival) {
                    balancing.workerCame(parcel.from());
                }
            } else if (balancing != null && content instanceof BalanceLetter letter) {
                balancing.heard(letter);
            }
        }
        parcels.flush(); // what was sent on
    }

    // --- what it has done -----------------------------------------------------------------------------------------

    /** How long its threads have handled tasks, all together. */
    long busyNanos() {
        return busyNanos;
    }

    long movedBytes() {
        return movedBytes;
    }
}
