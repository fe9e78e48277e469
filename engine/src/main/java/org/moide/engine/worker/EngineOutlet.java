package org.moide.engine.worker;

import java.util.function.Consumer;
import org.moide.balance.worker.WorkerMessage;
import org.moide.balance.worker.WorkerOutlet;
import org.moide.commlib.port.Signal;
import org.moide.engine.control.BrokenRuleException;

/** An engine's way to carry out what its worker table wants done. Any thread. */
final class EngineOutlet implements WorkerOutlet {
    private final Outbounds outbounds;
    private final Signal signal;
    private final Asked asked;
    private final Consumer<Throwable> failing;
    private final Runnable spoiling;

    /**
     * @param signal raised when there is something to handle, or an answer
     * @param failing told why the run is to end
     * @param spoiling told that the cut cannot be used
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
