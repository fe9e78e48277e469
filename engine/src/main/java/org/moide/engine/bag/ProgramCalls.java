package org.moide.engine.bag;

import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.moide.engine.control.EngineCommand;

/**
 * The calls of a program's executor on an engine: those that run, those that must not run, and the short way back for
 * the answer of a call that is alone. Any thread; all is guarded by this object.
 */
public final class ProgramCalls {
    private final Map<Long, Thread> running = new HashMap<>();
    private final NavigableSet<Long> cancelled = new TreeSet<>();
    private final Consumer<byte[]> shortWay;
    private long upTo = Long.MIN_VALUE;

    /** @param shortWay brings answers to the coordinator, past everything that is said in order */
    public ProgramCalls(Consumer<byte[]> shortWay) {
        this.shortWay = shortWay;
    }

    /** Sends the answer of a call that was given to this engine while no other was open. */
    public void answerAlone(byte[] answer) {
        shortWay.accept(answer);
    }

    /** Notes that these calls are not wanted any more, and interrupts those that run if that is wanted. */
    public synchronized void cancel(EngineCommand.CancelCalls cancel) {
        upTo = Math.max(upTo, cancel.upTo());
        for (long number : cancel.numbers()) {
            cancelled.add(number);
        }
        cancelled.headSet(cancel.lowest()).clear();
        if (cancel.interrupt()) {
            interrupt(cancel);
        }
    }

    private void interrupt(EngineCommand.CancelCalls cancel) {
        for (long number : cancel.numbers()) {
            Thread thread = running.get(number);
            if (thread != null) {
                thread.interrupt();
            }
        }
        running.forEach((number, thread) -> {
            if (number <= cancel.upTo()) {
                thread.interrupt();
            }
        });
    }

    /**
     * Notes that this thread is about to run a call.
     *
     * @return false if the call must not run
     */
    public synchronized boolean begin(long number) {
        if (isCancelled(number)) {
            cancelled.remove(number);
            return false;
        }
        running.put(number, Thread.currentThread());
        return true;
    }

    /**
     * Notes that the call has ended: the thread is not interrupted for its sake any more, and a pending interrupt is
     * cleared. If that interrupt was the end of the run, threads are told of it in other ways too.
     */
    public synchronized void end(long number) {
        running.remove(number);
        cancelled.remove(number);
        Thread.interrupted();
    }

    /** Returns how many cancelled calls it remembers. */
    synchronized int size() {
        return cancelled.size();
    }

    private boolean isCancelled(long number) {
        return number <= upTo || cancelled.contains(number);
    }
}
