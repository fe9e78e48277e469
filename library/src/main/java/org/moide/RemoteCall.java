package org.moide;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A call that runs elsewhere, and its future. What comes of it is {@link #returned} or {@link #threw}. */
final class RemoteCall<T> extends FutureTask<T> {
    private final byte[] bytes;
    private final @Nullable T result;
    private final Consumer<RemoteCall<?>> whenDone;
    private volatile long number;
    private volatile boolean interrupts;

    /**
     * One that was not sent yet.
     *
     * @param call if it comes to that it runs here: when it was handed back, and the program runs it
     * @param bytes the same, encoded
     * @param result of a {@link Runnable}; null if it is what the call returns
     * @param whenDone is told when it is done, however that is, by whoever does it
     */
    RemoteCall(Callable<T> call, byte[] bytes, @Nullable T result, Consumer<RemoteCall<?>> whenDone) {
        super(call);
        this.bytes = bytes;
        this.result = result;
        this.whenDone = whenDone;
    }

    /** Once, before others see it. */
    void numbered(long as) {
        number = as;
    }

    long number() {
        return number;
    }

    byte[] bytes() {
        return bytes;
    }

    /** It came to its end over there, with this value, which is nothing if it is a {@link Runnable}. */
    @SuppressWarnings("unchecked") // what a callable of T returned
    void returned(@Nullable Object value) {
        set(result == null ? (T) value : result);
    }

    void threw(Throwable thrown) {
        setException(thrown);
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        interrupts |= mayInterruptIfRunning;
        return super.cancel(mayInterruptIfRunning);
    }

    /** Whether whoever cancelled it wanted it interrupted. */
    boolean interrupts() {
        return interrupts;
    }

    @Override
    protected void done() {
        whenDone.accept(this);
    }
}
