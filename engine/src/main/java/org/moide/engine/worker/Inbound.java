package org.moide.engine.worker;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.RepeatedTaskException;
import org.moide.balance.worker.WorkerMessage;
import org.moide.balance.worker.WorkerTable;
import org.moide.balance.worker.WorkerWire;
import org.moide.balance.worker.balancer.BalanceLetter;
import org.moide.balance.worker.round.RoundMessage;
import org.moide.commlib.CommLib;
import org.moide.engine.control.EngineNumber;
import org.moide.engine.control.Processes;

/**
 * Receives the messages of other engines. Until the worker table exists, messages are queued: an engine that joins gets
 * messages as soon as other engines know of it.
 *
 * <p><b>Threads.</b> Communication threads call, one for each registration of which the engine receives messages. They
 * run no code of the application and never block. {@code early} is guarded by itself.
 */
final class Inbound {
    private final WorkerPorts ports;
    private final List<Early> early = new ArrayList<>();
    private volatile @Nullable Open open;
    private volatile JoinMessage.@Nullable Welcome welcome;

    /** A message that arrived before the table existed, and the process that sent it. */
    private record Early(int from, Object message) {}

    private record Open(WorkerTable table, WorkerControl control) {
        void read(int from, byte[] batch) {
            WorkerWire.read(batch, new Reading(table, control, from));
            control.look();
        }
    }

    /**
     * Creates a receiver that queues messages until {@link #open} is called. The signal of {@code ports} is raised when
     * the {@link JoinMessage.Welcome} for this engine has arrived.
     */
    Inbound(WorkerPorts ports) {
        this.ports = ports;
    }

    /** Receives from now on all batches that these processes send to this thread. */
    void listen(CommLib messages, Processes processes) {
        messages.onMessage(WorkerEngine.TAG, byte[].class, (message, batch) -> {
            int place = processes.registration().memberOf(message.sender()).engine();
            int from = processes.of(new EngineNumber(place)).value();
            try {
                read(from, batch);
            } catch (RepeatedTaskException wrong) {
                throw ports.traced(wrong, "engine " + from);
            }
        });
    }

    private void read(int from, byte[] batch) {
        Open now = open;
        if (now == null) {
            synchronized (early) {
                now = open;
                if (now == null) {
                    WorkerWire.read(batch, new Keeping(from));
                    return;
                }
            }
        }
        now.read(from, batch);
    }

    /** Passes the queued messages to the table, and from now on all that arrive. */
    void open(WorkerTable table, WorkerControl control) {
        synchronized (early) {
            Open made = new Open(table, control);
            early.forEach(one -> new Reading(table, control, one.from()).other(one.message()));
            early.clear();
            control.look();
            open = made;
        }
    }

    /**
     * Returns the message by which engine 0 has added this engine, if it joins a running epoch; null before it has
     * arrived.
     */
    JoinMessage.@Nullable Welcome welcome() {
        return welcome;
    }

    /**
     * Handles batches that arrive before the worker table exists: queues each message until then. The {@link
     * JoinMessage.Welcome} is not queued, because the table is made from it.
     */
    private final class Keeping implements WorkerWire.Reader {
        private final int from;

        Keeping(int from) {
            this.from = from;
        }

        @Override
        public void task(WorkerMessage.Task task) {
            early.add(new Early(from, task));
        }

        @Override
        public void answer(WorkerMessage.Answer answer) {
            early.add(new Early(from, answer));
        }

        @Override
        public void other(Object message) {
            if (message instanceof JoinMessage.Welcome its) {
                welcome = its;
                ports.way().signal().raise();
            } else {
                early.add(new Early(from, message));
            }
        }
    }

    /** Passes each message of a batch to its receiver. */
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
