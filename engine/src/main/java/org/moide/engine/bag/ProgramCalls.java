package org.moide.engine.bag;

import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.moide.engine.control.EngineCommand;

/**
 * The calls of an executor on one engine: those that are running, those that were cancelled, and the direct way for the
 * answer of a single call. Any thread; all fields are guarded by this object's lock.
 */
public final class ProgramCalls {
    private final Map<Long, Thread> running = new HashMap<>();
    private final NavigableSet<Long> cancelled = new TreeSet<>();
    private final Consumer<byte[]> shortWay;
    private long upTo = Long.MIN_VALUE;

    /** @param shortWay sends an answer to the coordinator directly, without waiting for earlier messages */
    public ProgramCalls(Consumer<byte[]> shortWay) {
        this.shortWay = shortWay;
    }

    /** Sends the answer of a call that ran alone, by {@link org.moide.engine.control.Engine#runAlone}. */
    public void answerAlone(byte[] answer) {
        shortWay.accept(answer);
    }

    /** Cancels calls, and interrupts those that are running if the command says so. */
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
     * Notes that the calling thread is about to run a call.
     *
     * @return false if the call was cancelled and must not run
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
     * Notes that a call has ended. Its thread is not interrupted for it any more, and a pending interrupt is cleared.
     * If that interrupt meant the end of the run, the thread learns of it in other ways.
     */
    public synchronized void end(long number) {
        running.remove(number);
        cancelled.remove(number);
        Thread.interrupted();
    }

    /** Returns the number of cancelled calls that are remembered. */
    synchronized int size() {
        return cancelled.size();
    }

    private boolean isCancelled(long number) {
        return number <= upTo || cancelled.contains(number);
    }
}
