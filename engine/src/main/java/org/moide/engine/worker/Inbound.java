package org.moide.engine.worker;

import org.moide.balance.worker.WorkerMessage;
import org.moide.balance.worker.WorkerTable;
import org.moide.balance.worker.WorkerWire;
import org.moide.balance.worker.balancer.BalanceLetter;
import org.moide.balance.worker.round.RoundMessage;
import org.moide.engine.ComputeThread;

/** Reads what comes from other engines. The communication thread's; it runs no user code and never waits. */
final class Inbound implements WorkerWire.Reader {
    private final WorkerTable table;
    private final WorkerControl control;
    private int from;

    Inbound(WorkerTable table, WorkerControl control) {
        this.table = table;
        this.control = control;
    }

    /** From here on it reads all that comes to this thread. */
    void listen(ComputeThread self, WorkerPorts ports) {
        self.comm()
                .onMessage(
                        WorkerEngine.TAG,
                        byte[].class,
                        (message, batch) -> read(ports.engineOf(message.sender()), batch));
    }

    /** A batch of messages of an engine. */
    private void read(int engine, byte[] batch) {
        from = engine;
        WorkerWire.read(batch, this);
        control.look();
    }

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
        } else {
            throw new IllegalArgumentException("expected a message between workers, found one of "
                    + message.getClass().getName());
        }
    }
}
