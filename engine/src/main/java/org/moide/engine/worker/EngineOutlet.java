package org.moide.engine.worker;

import java.util.function.Consumer;
import org.moide.balance.worker.WorkerMessage;
import org.moide.balance.worker.WorkerOutlet;
import org.moide.commlib.port.Signal;
import org.moide.engine.control.BrokenRuleException;

/**
 * Carries out the requests of the engine's {@link org.moide.balance.worker.WorkerTable}, such as sending messages to
 * other engines. Any thread.
 */
final class EngineOutlet implements WorkerOutlet {
    private final Outbounds outbounds;
    private final Signal signal;
    private final Asked asked;
    private final Consumer<Throwable> failing;
    private final Runnable spoiling;

    /**
     * Creates the outlet for the worker table of one engine.
     *
     * @param signal raised when a task can be handled or an answer has arrived
     * @param failing takes the exception with which the run must end
     * @param spoiling called when the current cut has become inconsistent
     */
    EngineOutlet(Outbounds outbounds, Signal signal, Asked asked, Consumer<Throwable> failing, Runnable spoiling) {
        this.outbounds = outbounds;
        this.signal = signal;
        this.asked = asked;
        this.failing = failing;
        this.spoiling = spoiling;
    }

    @Override
    public boolean toProcess(int process, WorkerMessage message) {
        return outbounds.add(process, message);
    }

    @Override
    public void runnable() {
        signal.raise();
    }

    @Override
    public void hopeless(String why) {
        failing.accept(new BrokenRuleException(why));
    }

    @Override
    public void answered(WorkerMessage.Answer answer) {
        if (asked.come(answer, spoiling)) {
            signal.raise();
        }
    }
}
