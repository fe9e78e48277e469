package org.moide;

import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.moide.engine.bag.TaskTimes;
import org.moide.engine.executor.CallLimits;
import org.moide.engine.executor.CallPool;
import org.moide.engine.executor.CallTask;

/**
 * The future of a call in this JVM that has a time limit. A try that takes longer is interrupted. If it is deaf to that,
 * the future fails while the call's thread still runs.
 */
final class LimitedTask<T> extends CallTask<T> {
    private static final long IDLE_SECONDS = 10;

    /** Hears of threads that are held by calls which nobody waits for any more. Any thread. */
    interface Threads {
        /** Lets another thread take the place of the thread that runs this call. */
        void replace(LimitedTask<?> held);

        /** Takes back that place: the call has ended. Called by the thread that ran it. */
        void back(LimitedTask<?> held);
    }

    /**
     * @param submitted the object that names the call
     * @param timer interrupts it
     */
    LimitedTask(
            CallPool pool,
            Object submitted,
            Callable<T> call,
            CallLimits limits,
            ScheduledExecutorService timer,
            Threads threads) {
        this(pool, submitted, new Tries<>(call, limits, timer, threads));
    }

    private LimitedTask(CallPool pool, Object submitted, Tries<T> tries) {
        super(pool, submitted, tries);
        tries.future = this;
    }

    /** Makes a timer for such tasks, whose thread ends when there are none. */
    static ScheduledExecutorService timer() {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, work -> {
            Thread thread = new Thread(work, "moide-executor-limits");
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
        timer.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
        return timer;
    }

    private void isDeaf(Throwable late) {
        setException(late);
    }

    private static final class Tries<T> implements Callable<T> {
        private final Callable<T> call;
        private final CallLimits limits;
        private final ScheduledExecutorService timer;
        private final Threads threads;
        private @Nullable LimitedTask<T> future; // set before others see it

        Tries(Callable<T> call, CallLimits limits, ScheduledExecutorService timer, Threads threads) {
            this.call = call;
            this.limits = limits;
            this.timer = timer;
            this.threads = threads;
        }

        private LimitedTask<T> future() {
            return Objects.requireNonNull(future, "constructed");
        }

        @Override
        public T call() throws Exception {
            Throwable last = null;
            int tries = 0;
            do {
                tries++;
                Try one = new Try();
                T value = null;
                Throwable thrown = null;
                try {
                    value = call.call();
                } catch (Throwable fault) { // is thrown again below
                    thrown = fault;
                }
                if (!one.ended()) {
                    return returned(value, thrown);
                }
                last = thrown;
            } while (tries < limits.tries() && !future().isDone());
            throw late(tries == 1 ? "" : " in " + tries + " tries", last);
        }

        @SuppressWarnings("NullAway") // what a call of T returned, which may be null
        private T returned(@Nullable T value, @Nullable Throwable thrown) throws Exception {
            if (thrown instanceof Exception exception) {
                throw exception;
            }
            if (thrown != null) {
                throw (Error) thrown;
            }
            return value;
        }

        private TimeoutException late(String words, @Nullable Throwable thrown) {
            TimeoutException late = new TimeoutException(
                    "the call " + TaskTimes.tookLonger(limits.nanos(), TaskTimes.OWN_LIMIT) + words);
            late.initCause(thrown);
            return late;
        }

        /** A try on the thread that makes this. */
        private final class Try {
            private final Thread thread = Thread.currentThread();
            private Future<?> next; // what the timer does next; guarded by this, as what follows is
            private boolean told;
            private boolean deaf;
            private boolean over;

            Try() {
                synchronized (this) {
                    next = timer.schedule(this::tell, limits.nanos(), TimeUnit.NANOSECONDS);
                }
            }

            private synchronized void tell() {
                if (!over) {
                    told = true;
                    thread.interrupt();
                    next = timer.schedule(this::giveUp, TaskTimes.GRACE_NANOS, TimeUnit.NANOSECONDS);
                }
            }

            private void giveUp() {
                synchronized (this) {
                    if (over) {
                        return;
                    }
                    deaf = true;
                    threads.replace(future());
                }
                future().isDeaf(late(
                        " and is deaf to the interrupt: its thread, " + thread.getName()
                                + ", runs on, and another one has taken its place",
                        null));
            }

            /** Notes that the try has ended; returns whether it was told to. */
            synchronized boolean ended() {
                over = true;
                next.cancel(false);
                if (told) {
                    Thread.interrupted(); // it was for this try
                }
                if (deaf) {
                    threads.back(future());
                }
                return told;
            }
        }
    }
}
