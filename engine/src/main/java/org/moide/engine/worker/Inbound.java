package org.moide.engine.worker;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.WorkerMessage;
import org.moide.balance.worker.WorkerTable;
import org.moide.balance.worker.WorkerWire;
import org.moide.balance.worker.balancer.BalanceLetter;
import org.moide.balance.worker.round.RoundMessage;
import org.moide.commlib.CommLib;
import org.moide.commlib.port.Signal;
import org.moide.engine.control.Processes;
import org.moide.engine.worker.plan.CrewMessage;
import org.moide.engine.worker.plan.JoinMessage;

/**
 * Reads what comes from other engines. What comes before there is a table is kept until there is one: an engine that
 * joins hears from others as soon as these know of it.
 *
 * <p><b>Threads.</b> The communication threads, one for each registration in which the engine hears others; they run no
 * user code and never wait. {@code early} is guarded by itself.
 */
final class Inbound {
    private final Signal signal;
    private final List<Batch> early = new ArrayList<>();
    private volatile @Nullable Open open;
    private volatile JoinMessage.@Nullable Welcome welcome;

    /** A batch of messages of a process. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Batch(int from, byte[] bytes) {}

    private record Open(WorkerTable table, WorkerControl control) {
        void read(Batch batch) {
            WorkerWire.read(batch.bytes(), new Reading(table, control, batch.from()));
            control.look();
        }
    }

    /** @param signal raised when an engine that joins is welcome */
    Inbound(Signal signal) {
        this.signal = signal;
    }

    /** From here on it reads all that comes to this thread from these. */
    void listen(CommLib messages, Processes processes) {
        messages.onMessage(WorkerEngine.TAG, byte[].class, (message, batch) -> {
            int place = processes.registration().memberOf(message.sender()).engine();
            read(new Batch(processes.numberOf(place), batch));
        });
    }

    private void read(Batch batch) {
        Open now = open;
        if (now == null) {
            synchronized (early) {
                now = open;
                if (now == null) {
                    early.add(batch);
                    lookForWelcome(batch);
                    return;
                }
            }
        }
        now.read(batch);
    }

    /** There is a table: it is given what has come, and all that comes. */
    void open(WorkerTable table, WorkerControl control) {
        synchronized (early) {
            Open made = new Open(table, control);
            early.forEach(made::read);
            early.clear();
            open = made;
        }
    }

    /** What engine 0 has said to this one, which joins; null if it has not yet. */
    JoinMessage.@Nullable Welcome welcome() {
        return welcome;
    }

    private void lookForWelcome(Batch batch) {
        WorkerWire.read(batch.bytes(), new WorkerWire.Reader() {
            @Override
            public void task(WorkerMessage.Task task) {
                // Read later.
            }

            @Override
            public void answer(WorkerMessage.Answer answer) {
                // Read later.
            }

            @Override
            public void other(Object message) {
                if (message instanceof JoinMessage.Welcome its) {
                    welcome = its;
                    signal.raise();
                }
            }
        });
    }

    /** Hands each message of a batch to where it belongs. */
    private record Reading(WorkerTable table, WorkerControl control, int from) implements WorkerWire.Reader {
        @Override
        public void task(WorkerMessage.Task task) {
            table.arrived(task);
        }

        @Override
        public void answer(WorkerMessage.Answer answer) {
            table.arrived(answer);
        }

        @Override
        public void other(Object message) {
            if (message instanceof WorkerMessage between) {
                table.arrived(between);
                if (message instanceof WorkerMessage.Arrival) {
                    control.workerCame(from);
                }
            } else if (message instanceof RoundMessage round) {
                control.heard(round);
            } else if (message instanceof BalanceLetter letter) {
                control.heard(letter);
            } else if (message instanceof CrewMessage change) {
                control.heard(change);
            } else {
                throw new IllegalArgumentException("expected a message between workers, found one of "
                        + message.getClass().getName());
            }
        }
    }
}
