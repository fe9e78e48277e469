package org.moide.engine.bag;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.moide.engine.control.EngineCommand;

/**
 * The calls of an executor on one engine: those that are running, those that were cancelled, and the direct way for the
 * answer of a single call. Any thread; all fields are guarded by this object's lock.
 */
public final class ProgramCalls {
    /** The first number of calls that calls have submitted; all numbers of a program's own calls are below. */
    public static final long FIRST_GIVEN = 1L << 62;

    private final Map<Long, Running> running = new HashMap<>();
    private final NavigableSet<Long> cancelled = new TreeSet<>();
    private final Consumer<byte[]> shortWay;
    private volatile Consumer<byte[]> hears = ignored -> {};
    private long upTo = Long.MIN_VALUE;

    /** A running call: its thread, and what to do when nobody wants it any more. */
    private static final class Running {
        private final Thread thread = Thread.currentThread();
        private Runnable whenCancelled = () -> {};
    }

    /** @param shortWay sends an answer to the coordinator directly, without waiting for earlier messages */
    public ProgramCalls(Consumer<byte[]> shortWay) {
        this.shortWay = shortWay;
    }

    /** Sends the answer of a call that ran alone, by {@link org.moide.engine.control.Engine#runAlone}. */
    public void answerAlone(byte[] answer) {
        shortWay.accept(answer);
    }

    /** Sets the receiver of what the coordinator tells of calls that calls have submitted. */
    public void hears(Consumer<byte[]> receiver) {
        hears = receiver;
    }

    /** Tells news of calls that calls have submitted. */
    public void tell(byte[] news) {
        hears.accept(news);
    }

    /** Cancels calls, and interrupts those that are running if the command says so. */
    public void cancel(EngineCommand.CancelCalls cancel) {
        noteCancelled(cancel).forEach(Runnable::run);
    }

    private synchronized List<Runnable> noteCancelled(EngineCommand.CancelCalls cancel) {
        upTo = Math.max(upTo, cancel.upTo());
        for (long number : cancel.numbers()) {
            cancelled.add(number);
        }
        long lowest = cancel.lowest(); // of the program's calls, or of those that engines have given
        cancelled
                .subSet(lowest >= FIRST_GIVEN ? FIRST_GIVEN : Long.MIN_VALUE, lowest)
                .clear();
        Set<Long> now = Arrays.stream(cancel.numbers()).boxed().collect(Collectors.toSet());
        List<Runnable> actions = new ArrayList<>();
        running.forEach((number, call) -> {
            if (number <= cancel.upTo() || now.contains(number)) {
                actions.add(call.whenCancelled);
                if (cancel.interrupt()) {
                    call.thread.interrupt();
                }
            }
        });
        return actions;
    }

    /** Sets what to do when this running call is cancelled. */
    public void whenCancelled(long number, Runnable action) {
        boolean already;
        synchronized (this) {
            Running call = running.get(number);
            if (call != null) {
                call.whenCancelled = action;
            }
            already = isCancelled(number);
        }
        if (already) {
            action.run();
        }
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
        running.put(number, new Running());
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
