package org.moide.engine.executor;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.ObjectCodec;

/**
 * A call that runs on a thread, with the calls that it has submitted. Calls that wait run on the stack of the thread
 * that waits for them, so a thread may have several; the lowest has the calls that wait on that thread.
 *
 * <p>Concurrency: any thread. {@code calls} and what follows is guarded by this object.
 */
public final class BegunCall {
    private static final ThreadLocal<@Nullable BegunCall> CURRENT = new ThreadLocal<>();

    /** The number of submitted calls after which those that are done are forgotten. */
    private static final int FIRST_PURGE = 64;

    private final CallPool pool;
    private final Thread thread = Thread.currentThread();
    private final @Nullable BegunCall below;
    private final BegunCall lowest;
    private volatile Object submitted;
    private volatile @Nullable ObjectCodec codec;
    private volatile byte @Nullable [] head;
    private volatile @Nullable Future<?> future; // null if it has none in this JVM
    private final int depth;
    private final List<SubmittedCall<?>> calls = new ArrayList<>(0);
    private final Waiting waiting; // one for each thread
    private int purgeAt = FIRST_PURGE;
    private boolean unwanted;
    private boolean over; // whether it has returned and its calls are done
    private volatile @Nullable CallTask<?> awaits;
    private volatile BegunCall top; // of the lowest: the uppermost on its thread
    private volatile boolean listed; // of the lowest: whether the pool knows its waiting calls

    private BegunCall(CallPool pool, Object submitted, @Nullable BegunCall below) {
        this.pool = pool;
        this.submitted = submitted;
        this.below = below;
        this.lowest = below == null ? this : below.lowest;
        this.depth = below == null ? 0 : below.depth + 1;
        this.waiting = below == null ? new Waiting() : below.waiting;
        this.top = this;
        lowest.top = this;
    }

    /** Notes that the calling thread runs this call. */
    static BegunCall begin(CallPool pool, Object submitted) {
        BegunCall now = new BegunCall(pool, submitted, CURRENT.get());
        CURRENT.set(now);
        return now;
    }

    /** Notes that the calling thread has ended this call. */
    void ended() {
        BegunCall under = below;
        if (under == null) {
            CURRENT.remove();
        } else {
            lowest.top = under;
            CURRENT.set(under);
        }
    }

    /** Returns the call that the calling thread runs; null if it runs none. */
    public static @Nullable BegunCall current() {
        return CURRENT.get();
    }

    /** Returns the pool to which the call belongs. */
    public CallPool pool() {
        return pool;
    }

    Thread thread() {
        return thread;
    }

    @Nullable
    BegunCall below() {
        return below;
    }

    boolean isLowest() {
        return below == null;
    }

    BegunCall lowest() {
        return lowest;
    }

    /** Returns the number of calls below it on its thread. */
    int depth() {
        return depth;
    }

    /** Returns the call that its thread runs now. */
    BegunCall top() {
        return lowest.top;
    }

    /** Sets the object that names the call and the codec of its classes, which are known once it is decoded. */
    void is(Object call, ObjectCodec its) {
        submitted = call;
        codec = its;
    }

    /** Sets the head with which the calls that it submits go to other JVMs ({@link HeadedCall}); null for none. */
    void hasHead(byte @Nullable [] its) {
        head = its;
    }

    byte @Nullable [] head() {
        return head;
    }

    /** Returns the codec of the call's classes; null if it is not a copy. */
    @Nullable
    ObjectCodec codec() {
        return codec;
    }

    String name() {
        return CallName.of(CallName.classOf(submitted));
    }

    @Nullable
    CallTask<?> awaits() {
        return awaits;
    }

    void awaits(@Nullable CallTask<?> call) {
        awaits = call;
    }

    // --- the calls that it has submitted --------------------------------------------------------------------------

    /**
     * Adds a call that this one submits.
     *
     * @throws RejectedExecutionException if this one was cancelled
     */
    synchronized void add(SubmittedCall<?> call) {
        if (unwanted || over) {
            throw new RejectedExecutionException("expected a call that runs, found that " + name()
                    + (over ? " has returned" : " was cancelled") + ": it can submit no more calls");
        }
        if (calls.size() >= purgeAt) {
            calls.removeIf(CallTask::isDone);
            purgeAt = Math.max(FIRST_PURGE, 2 * calls.size());
        }
        calls.add(call);
    }

    /** Waits until all its calls are done. If it is cancelled meanwhile, they are cancelled. */
    public void awaitCalls() {
        for (SubmittedCall<?> next = undone(); next != null; next = undone()) {
            pool.awaitAnyway(next, this);
            if (isUnwanted()) {
                abandonCalls(); // the keeper may not have come to them
            }
        }
    }

    private synchronized @Nullable SubmittedCall<?> undone() {
        for (int last = calls.size() - 1; last >= 0; last--) {
            SubmittedCall<?> call = calls.get(last);
            if (!call.isDone()) {
                return call;
            }
            calls.remove(last);
        }
        over = true;
        return null;
    }

    /** Cancels its calls. */
    public void abandonCalls() {
        List<SubmittedCall<?>> all;
        synchronized (this) {
            all = List.copyOf(calls);
            calls.clear();
        }
        all.forEach(call -> call.cancel(true));
    }

    /** Cancels its calls, and refuses more: nobody wants this call any more. */
    void end() {
        refuseCalls();
        abandonCalls();
    }

    /** Refuses more calls, and cancels none of those that it has submitted. */
    synchronized void refuseCalls() {
        unwanted = true;
    }

    synchronized boolean isUnwanted() {
        return unwanted;
    }

    /** Sets the future of the call, which is cancelled before the thread is interrupted and {@link #end} is called. */
    void hasFuture(Future<?> its) {
        future = its;
    }

    /** Returns whether it, or a call below it on its thread, was cancelled: then an interrupt may be for that call. */
    boolean isToEnd() {
        for (BegunCall call = this; call != null; call = call.below) {
            Future<?> its = call.future;
            if (call.isUnwanted() || (its != null && its.isCancelled())) {
                return true;
            }
        }
        return false;
    }

    // --- the calls that wait on its thread ------------------------------------------------------------------------

    /** Adds a call at the end where the thread itself takes its next. Returns whether the pool does not know of any. */
    boolean push(SubmittedCall<?> call) {
        waiting.push(call);
        boolean first = !lowest.listed;
        lowest.listed = true;
        return first;
    }

    boolean isListed() {
        return listed;
    }

    /** Removes a call that was taken, if it is at an end. */
    void drop(CallTask<?> call) {
        waiting.drop(call);
    }

    /** Returns the oldest call that waits; null if there is none. */
    @Nullable
    SubmittedCall<?> oldest() {
        return waiting.oldest();
    }

    /** The calls that wait on a thread, the oldest first. Thread-safe. */
    private static final class Waiting {
        private final Deque<SubmittedCall<?>> calls = new ArrayDeque<>(0);

        synchronized void push(SubmittedCall<?> call) {
            calls.addLast(call);
        }

        synchronized void drop(CallTask<?> call) {
            if (calls.peekLast() == call) {
                calls.pollLast();
            } else if (calls.peekFirst() == call) {
                calls.pollFirst();
            }
        }

        synchronized @Nullable SubmittedCall<?> oldest() {
            SubmittedCall<?> first = calls.peekFirst();
            while (first != null && !first.waits()) {
                calls.pollFirst();
                first = calls.peekFirst();
            }
            return first;
        }
    }
}
