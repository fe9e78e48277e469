package org.moide.engine.executor;

import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A call that a running call has submitted. It waits in its JVM until a thread there takes it, or until it is sent to
 * another engine ({@link CallExchange}).
 */
public final class SubmittedCall<T> extends CallTask<T> {
    private enum Place {
        /** The call is not submitted yet; perhaps it never is. */
        MADE,
        WAITS,
        TAKEN,
        AWAY,
        /** The call has begun in another JVM, which will answer. */
        RUNS_AWAY
    }

    private final CallPool pool;
    private final @Nullable BegunCall parent;
    private final byte @Nullable [] bytes;
    private final @Nullable T result;
    private final Runnable whenDone;
    private final AtomicReference<Place> place = new AtomicReference<>(Place.MADE);
    private final long sinceNanos;
    private volatile @Nullable Consumer<SubmittedCall<?>> whenUnwanted; // set while it is away
    private volatile boolean interrupts;
    private Runnable alsoWhenDone = () -> {}; // set before others see the call

    /**
     * @param submitted the object that names it
     * @param bytes the encoded call; null if it stays in this JVM
     * @param result the value of the future if the call is a {@code Runnable}; null for what the call returns
     * @param parent the call that submits it; null if that is not known
     * @param whenDone is run by the thread that completes the future
     */
    public SubmittedCall(
            CallPool pool,
            Object submitted,
            Callable<T> call,
            byte @Nullable [] bytes,
            @Nullable T result,
            @Nullable BegunCall parent,
            Runnable whenDone) {
        super(pool, submitted, call);
        this.pool = pool;
        this.sinceNanos = pool.nanoTime();
        this.parent = parent;
        this.bytes = bytes;
        this.result = result;
        this.whenDone = whenDone;
    }

    /** Sets what else is run by the thread that completes the future; before it is submitted. */
    public void alsoWhenDone(Runnable next) {
        alsoWhenDone = next;
    }

    /** Returns the call that has submitted it; null if that is not known. */
    @Nullable
    BegunCall parent() {
        return parent;
    }

    /** Returns the encoded call for another JVM; null if it stays in this one. */
    byte @Nullable [] bytes() {
        byte[] head = parent == null ? null : parent.head();
        return head == null || bytes == null ? bytes : HeadedCall.with(head, bytes);
    }

    /** Returns the length of the encoded call in bytes; 0 if it stays in this JVM. */
    public int length() {
        return bytes == null ? 0 : bytes.length;
    }

    /** Returns the time on the pool's clock at which it was submitted. */
    long sinceNanos() {
        return sinceNanos;
    }

    /** Notes that it waits from now on. */
    void entered() {
        place.compareAndSet(Place.MADE, Place.WAITS);
    }

    /** Returns whether it was submitted, no thread has taken it, and it is in this JVM. */
    boolean waits() {
        return place.get() == Place.WAITS;
    }

    @Override
    boolean claim() {
        return place.compareAndSet(Place.WAITS, Place.TAKEN);
    }

    /**
     * Marks a call that was claimed as sent to another JVM.
     *
     * @param unwanted is called when its answer is not needed any more
     */
    void sentAway(Consumer<SubmittedCall<?>> unwanted) {
        whenUnwanted = unwanted;
        place.set(Place.AWAY);
        if (isDone()) {
            unwanted.accept(this); // it was cancelled meanwhile
        }
    }

    /** Notes that it has begun in another JVM. */
    void beganAway() {
        place.compareAndSet(Place.AWAY, Place.RUNS_AWAY);
    }

    /** Notes that the other JVM in which it had begun is lost, and that it waits for another. */
    void lostAway() {
        place.compareAndSet(Place.RUNS_AWAY, Place.AWAY);
    }

    @Override
    boolean takeBack() {
        if (!place.compareAndSet(Place.AWAY, Place.TAKEN)) {
            return false;
        }
        tellUnwanted();
        return true;
    }

    /** Puts a call that came back without having begun where threads of this JVM find it; false if it is here already. */
    boolean cameBack() {
        Place now = place.get();
        return (now == Place.AWAY || now == Place.RUNS_AWAY) && place.compareAndSet(now, Place.WAITS);
    }

    /** Completes it with the value that another JVM has sent. */
    @SuppressWarnings("unchecked") // what a call of T returned
    void returned(@Nullable Object value) {
        super.set(result == null ? (T) value : result);
    }

    /** Completes it with the exception that another JVM has sent. */
    void threw(Throwable thrown) {
        super.setException(thrown);
    }

    /** Returns whether the thread that runs it is to be interrupted, if it was cancelled. */
    boolean interrupts() {
        return interrupts;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        interrupts |= mayInterruptIfRunning;
        return super.cancel(mayInterruptIfRunning);
    }

    private void tellUnwanted() {
        Consumer<SubmittedCall<?>> away = whenUnwanted;
        if (away != null) {
            away.accept(this);
        }
    }

    @Override
    protected void done() {
        super.done();
        if (isCancelled()) {
            pool.drop(this);
            tellUnwanted();
        }
        whenDone.run();
        alsoWhenDone.run();
    }
}
