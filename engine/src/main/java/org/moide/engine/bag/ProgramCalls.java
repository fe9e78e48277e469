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
import org.jspecify.annotations.Nullable;
import org.moide.engine.control.EngineCommand;

/**
 * The calls of an executor that are running on one engine, and the numbers of cancelled calls. It also sends the answer
 * of a single call directly. Any thread; all fields are guarded by this object's lock.
 */
public final class ProgramCalls {
    /**
     * The least number of a call that another call, running on an engine, has submitted. Calls that the program itself
     * submits have smaller numbers.
     */
    public static final long FIRST_GIVEN = 1L << 62;

    private final Map<Long, Running> running = new HashMap<>();
    private final NavigableSet<Long> cancelled = new TreeSet<>();
    private final Consumer<byte[]> shortWay;
    private final List<byte[]> early = new ArrayList<>(); // news that came before their receiver
    private @Nullable Consumer<byte[]> hears;
    private long upTo = Long.MIN_VALUE;

    /** A running call: its thread, and an action for the case that the call is cancelled. */
    private static final class Running {
        private final Thread thread = Thread.currentThread();
        private volatile Runnable whenCancelled = () -> {}; // written under the lock
    }

    /** @param shortWay sends an answer to the coordinator directly, without waiting for earlier messages */
    public ProgramCalls(Consumer<byte[]> shortWay) {
        this.shortWay = shortWay;
    }

    /**
     * Sends the answer of a call that {@link org.moide.engine.control.Engine#runAlone} has started, directly to the
     * coordinator.
     */
    public void answerAlone(byte[] answer) {
        shortWay.accept(answer);
    }

    /**
     * Sets the receiver of the coordinator's news about calls that were submitted by calls on this engine, and passes the
     * news to it that have come before.
     */
    public void hears(Consumer<byte[]> receiver) {
        List<byte[]> before;
        synchronized (this) {
            hears = receiver;
            before = List.copyOf(early);
            early.clear();
        }
        before.forEach(receiver);
    }

    /**
     * Passes news about calls that were submitted by calls on this engine to the receiver that {@link #hears} has set.
     */
    public void tell(byte[] news) {
        Consumer<byte[]> receiver;
        synchronized (this) {
            receiver = hears;
            if (receiver == null) { // the coordinator knows the engine before its bag begins
                early.add(news);
                return;
            }
        }
        receiver.accept(news);
    }

    /**
     * Cancels calls, and interrupts those that are running if the command says so. A call that is interrupted can submit
     * no further calls already.
     */
    public void cancel(EngineCommand.CancelCalls cancel) {
        Map<Long, Running> unwanted = noteCancelled(cancel);
        unwanted.values().forEach(call -> call.whenCancelled.run());
        if (cancel.interrupt()) {
            interrupt(unwanted);
        }
    }

    private synchronized Map<Long, Running> noteCancelled(EngineCommand.CancelCalls cancel) {
        upTo = Math.max(upTo, cancel.upTo());
        for (long number : cancel.numbers()) {
            cancelled.add(number);
        }
        long lowest = cancel.lowest(); // of the program's calls, or of those that engines have given
        cancelled
                .subSet(lowest >= FIRST_GIVEN ? FIRST_GIVEN : Long.MIN_VALUE, lowest)
                .clear();
        Set<Long> now = Arrays.stream(cancel.numbers()).boxed().collect(Collectors.toSet());
        Map<Long, Running> unwanted = new HashMap<>(running);
        unwanted.keySet().removeIf(number -> number > cancel.upTo() && !now.contains(number));
        return unwanted;
    }

    /** Interrupts those of these calls that still run. */
    private synchronized void interrupt(Map<Long, Running> calls) {
        calls.forEach((number, call) -> {
            if (running.get(number) == call) {
                call.thread.interrupt();
            }
        });
    }

    /**
     * Sets the action for the case that this running call is cancelled. Performs it at once if the call is cancelled
     * already.
     */
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
     * Notes that a call has ended. From now on the call's thread is not interrupted because of this call, and a pending
     * interrupt is cleared. If that interrupt came from the end of the run, the thread still notices the end, in
     * another way.
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
