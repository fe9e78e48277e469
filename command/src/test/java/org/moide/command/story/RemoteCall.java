package org.moide.command.story;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A remote call in a thread of its own, which may never return. */
final class RemoteCall {
    /** The code that makes the call. */
    interface Body {
        void run() throws Throwable;
    }

    private final String what;
    private final Thread thread;
    private final long beganNanos = System.nanoTime();
    private volatile long tookNanos;
    private volatile @Nullable Throwable thrown;

    RemoteCall(String what, Body body) {
        this.what = what;
        this.thread = new Thread(
                () -> {
                    try {
                        body.run();
                    } catch (Throwable any) {
                        thrown = any;
                    }
                    tookNanos = System.nanoTime() - beganNanos;
                },
                "call-" + what);
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Waits until the call has returned or thrown, or until this time after its beginning.
     *
     * @return whether it ended within the time
     */
    boolean endsWithin(long nanos) throws InterruptedException {
        long left = beganNanos + nanos - System.nanoTime();
        thread.join(Math.max(1, left / 1_000_000));
        return !thread.isAlive() && tookNanos <= nanos;
    }

    @Nullable
    Throwable thrown() {
        return thrown;
    }

    /** Returns the outcome of the call, or its present stack. */
    @Override
    public String toString() {
        String stack = Arrays.stream(thread.getStackTrace())
                .map(frame -> "\n    at " + frame)
                .collect(Collectors.joining());
        return what + (thread.isAlive() ? " is still in" + stack : " took " + tookNanos / 1_000_000 + " ms: " + thrown);
    }
}
