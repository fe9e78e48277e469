package org.moide.balance.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.moide.balance.strategy.Membership;
import org.moide.balance.worker.Directory;
import org.moide.balance.worker.Slot;
import org.moide.balance.worker.TaskBody;
import org.moide.balance.worker.WorkerCounts;
import org.moide.balance.worker.WorkerImage;
import org.moide.balance.worker.WorkerMessage;
import org.moide.balance.worker.WorkerOutlet;
import org.moide.balance.worker.WorkerTable;
import org.moide.balance.worker.WorkerTask;
import org.moide.balance.worker.balancer.BalanceLetter;
import org.moide.balance.worker.balancer.BalanceLimits;
import org.moide.balance.worker.balancer.BalanceStep;
import org.moide.balance.worker.balancer.TableView;
import org.moide.balance.worker.balancer.WorkerBalancer;
import org.moide.balance.workload.WorkerWorkload;

/**
 * A simulated engine with workers, objects with a state that handle tasks one by one. Its worker table and balancer are
 * the classes used in production; its threads and messages use simulated time.
 */
final class WorkerMember {
    /** The longest time that a message waits to be sent together with others while the member has no idle thread. */
    private static final long FLUSH_NANOS = 200_000;

    private final SimulatedWorkers run;
    private final SimulatedProcess process;
    private final WorkerWorkload workload;
    private final ControlThread control;
    private final Parcels parcels;
    private final WorkerTable table;
    private final TableView view;
    private final WorkerBalancer balancer;
    private final List<WorkerThread> threads = new ArrayList<>();
    private long flushedNanos;
    private long movedBytes;
    private long turnNanos;
    private long handledTasks;

    /** A task's body in simulated runs: the task's number. The workload, not these bytes, gives its size. */
    record Body(int task) implements TaskBody {
        @Override
        public byte[] bytes() {
            return TaskCodes.encode(task);
        }
    }

    /**
     * What a member keeps for a worker after its first task. A real engine keeps these figures together with the
     * worker's state; here there is no state.
     */
    private static final class Cell implements TableView.Cell {
        /** A placeholder for the bytes of a state that moves. Its size is known from the workload. */
        private static final byte[] STATE = {1};

        private final long stateBytes;
        private final long sinceNanos;
        private long busyNanos;

        /**
         * Makes the figures of a worker that has been busy for no time yet.
         *
         * @param stateBytes the size of the state; 0 until its first move has shown it
         */
        Cell(long stateBytes, long sinceNanos) {
            this.stateBytes = stateBytes;
            this.sinceNanos = sinceNanos;
        }

        byte[] encoded() {
            return STATE.clone();
        }

        @Override
        public long busyNanos() {
            return busyNanos;
        }

        @Override
        public long stateBytes() {
            return stateBytes;
        }

        @Override
        public long sinceNanos() {
            return sinceNanos;
        }

        @Override
        public void fade(double part) {
            busyNanos -= (long) (busyNanos * part);
        }
    }

    /** The place where the worker table hands over its messages, in a simulated engine. */
    private final class Outlet implements WorkerOutlet {
        @Override
        public boolean toProcess(int number, WorkerMessage message) {
            parcels.add(number, message);
            return true;
        }

        @Override
        public void runnable() {
            for (WorkerThread thread : threads) {
                if (thread.wake()) {
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

    /**
     * Creates a simulated engine with workers.
     * @param number its number among the members with workers, from 0
     */
    WorkerMember(int number, Membership.Member member, SimulatedWorkers run, WorkerBalancer balancer) {
        this.run = run;
        this.process = run.process;
        this.workload = run.workload();
        this.control = new ControlThread(process, run.pace.handlingNanos());
        this.parcels = new Parcels(number, run);
        this.balancer = balancer;
        Directory directory = number == WorkerTable.DIRECTORY ? new Directory(run.declarations()) : null;
        this.table = new WorkerTable(
                number,
                run.declarations(),
                run.places(),
                directory,
                bytes -> new Body(TaskCodes.decode(bytes)),
                new Outlet());
        this.view = new TableView(table, run.declarations(), BalanceLimits.DEFAULT);
        double threadPower = member.power() / member.threads();
        for (int index = 0; index < member.threads(); index++) {
            threads.add(new WorkerThread(this, process, run.pace, index, threadPower));
        }
    }

    /** Sends the tasks that, by the workload, are sent before workers begin, as an application's {@code begin} does. */
    void sendTasksOfBegin() {
        Slot beginning = table.beginning();
        for (int index = 0; index < workload.rootTasks(); index++) {
            send(beginning, workload.root(index));
        }
        parcels.flush();
    }

    void start() {
        threads.forEach(SimulatedThread::start);
    }

    private void send(Slot sender, int task) {
        table.send(sender, workload.receiver(task).id(), WorkerTask.of(sender.worker(), new Body(task)));
    }

    // --- what its threads do --------------------------------------------------------------------------------------

    /** Takes a worker that has tasks, for a thread; null if there is none. */
    @Nullable
    Slot take() {
        Slot slot = table.take();
        if (slot != null && !(slot.state() instanceof Cell)) {
            long stateBytes = slot.state() == null ? 0 : run.stateBytes(slot.worker());
            slot.state(new Cell(stateBytes, process.nanoTime()));
        }
        return slot;
    }

    /** Returns the time of a task on a thread of power 1. */
    long nanos(int task) {
        return workload.nanos(task);
    }

    /** Ends a task on a thread of this power, and sends the tasks that it creates. */
    void handled(Slot slot, int task, long nanos, double power) {
        for (int index = 0; index < workload.childCount(task); index++) {
            send(slot, workload.child(task, index));
        }
        run.handled(power, nanos);
    }

    /** Ends a worker's turn (its time on a thread), and updates its figures. */
    void turnEnded(Slot slot, int handled, long nanos) {
        Cell cell = (Cell) Objects.requireNonNull(slot.state(), "put in by take");
        cell.busyNanos += nanos;
        turnNanos += nanos;
        handledTasks += handled;
        boolean leaves = slot.isLeaving();
        if (leaves) {
            WorkerImage image = Objects.requireNonNull(table.depart(slot, cell::encoded), "nobody leaves");
            movedBytes += parcels.bytes(image);
        } else {
            table.release(slot);
        }
        if (leaves || process.nanoTime() - flushedNanos > FLUSH_NANOS) {
            flushedNanos = process.nanoTime();
            parcels.flush();
        }
    }

    /** Sends all waiting messages, because a thread has nothing to do. */
    void idle() {
        parcels.flush();
    }

    // --- what its control thread does -----------------------------------------------------------------------------

    /**
     * Schedules the next step of balancing; further ones follow at regular times. The first step is at a different time
     * in each member, so that they do not all balance at once.
     */
    void balanceAfter(long nanos) {
        process.at(process.nanoTime() + nanos, "step", () -> {
            BalanceStep wanted = balancer.step(view.load(turnNanos, handledTasks), view, process.nanoTime());
            for (BalanceStep.Addressed letter : wanted.letters()) {
                parcels.add(letter.process(), letter.letter());
            }
            wanted.moves().forEach(move -> table.move(move.worker(), move.process()));
            parcels.flush();
            balanceAfter(BalanceLimits.DEFAULT.stepNanos());
        });
    }

    /** Takes messages that arrived together: messages of workers and letters of the balancing. */
    void receive(int from, List<Object> contents) {
        process.now(() -> control.take(() -> open(from, contents)));
    }

    private void open(int from, List<Object> contents) {
        for (Object content : contents) {
            if (content instanceof WorkerMessage message) {
                table.arrived(message);
                if (message instanceof WorkerMessage.Arrival) {
                    balancer.workerCame(from);
                }
            } else if (content instanceof BalanceLetter letter) {
                balancer.heard(letter, process.nanoTime());
            }
        }
        parcels.flush(); // tasks that were forwarded
    }

    // --- what it has done -----------------------------------------------------------------------------------------

    WorkerCounts counts() {
        return table.counts();
    }

    /** Returns the total time for which this member's threads have handled tasks. */
    long busyNanos() {
        return threads.stream().mapToLong(SimulatedThread::busyNanos).sum();
    }

    long movedBytes() {
        return movedBytes;
    }
}
