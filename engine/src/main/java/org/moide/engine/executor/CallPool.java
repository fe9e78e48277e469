package org.moide.engine.executor;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.port.Ticker;

/**
 * The calls of an executor in one JVM that run, and those that they have submitted. The executor's own threads run what
 * the program has submitted. Calls that these submit wait on the thread that submits them; that thread takes the newest
 * as it waits for them, and threads of this pool take the oldest while fewer calls run than the executor has threads. A
 * thread that waits for a call which has not begun runs that call itself, and no other: another one could need what the
 * waiting call holds. A thread that waits for a call which runs elsewhere does not count as one that runs.
 *
 * <p>Concurrency: any thread. {@code threads}, {@code idle} and {@code sleepers} are guarded by this object. Threads wait
 * on signals, without a lock: an idle one on its own, the keeper on {@code keeping}.
 */
public final class CallPool implements AutoCloseable {
    /** The most threads of a pool beside those of its executor: so many calls may wait at the same time. */
    static final int MOST_THREADS = 256;

    /** The most calls that wait in a JVM. Beyond that, a call that submits another runs it at once. */
    private static final int MOST_WAITING = 262_144;

    /** The most calls on one thread's stack, about 1 KiB each. The next one gets a thread of its own. */
    private static final int MOST_DEPTH = 128;

    private static final long IDLE_MILLIS = 10_000;
    private static final long TICK_MILLIS = 2;

    /** The time that a call waits before the keeper offers it to other threads. */
    private static final long OFFERED_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

    /** The time after the last call was submitted for which the keeper stays awake. */
    private static final long AWAKE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The time that a thread must be found asleep before another one takes its place. */
    private static final long ASLEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** The time without any call begun after which one more thread comes, whatever the others do. */
    private static final long STANDING_NANOS = TimeUnit.MILLISECONDS.toNanos(400);

    /** The time that a call which was sent away may wait there before a thread that waits for it takes it back. */
    private static final long AWAY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** The time between two looks whether calls wait for each other by locks. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final int places;
    private final Surroundings around;
    private final Ticker ticker;
    private final Supplier<@Nullable Runnable> outer;
    private final Queue<Runnable> given =
            new ConcurrentLinkedQueue<>(); // calls of other engines, and what others wait for
    private final Queue<BegunCall> unwanted = new ConcurrentLinkedQueue<>(); // whose calls the keeper is to cancel
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger waiting = new AtomicInteger(); // submitted calls that no thread has taken
    private final AtomicLong begun = new AtomicLong(); // submitted calls that began here, for the keeper
    private final List<BegunCall> listed = new CopyOnWriteArrayList<>(); // lowest calls that have submitted some
    private final Signal keeping;
    private final AtomicBoolean keeperStarted = new AtomicBoolean();
    private volatile @Nullable EngineCalls engineCalls;
    private final AtomicReference<@Nullable Object> owner = new AtomicReference<>();
    private volatile int asleep; // threads in running calls that sleep or wait for something else
    private volatile int extra; // further places while nothing begins
    private volatile boolean keeperRests = true;
    private volatile boolean keeperCalled; // since its last look
    private volatile boolean tellsOfRoom;
    private volatile long lastPushNanos;
    private volatile Runnable everyTick = () -> {};
    private final Deque<Sleeper> sleepers = new ArrayDeque<>(); // idle threads that nobody has called
    private int threads;
    private int idle;
    private volatile boolean closed; // written under this object's lock

    /** The signal of one of the pool's threads, and whether it was called since it is idle. */
    private static final class Sleeper {
        private final Signal signal;
        private volatile boolean called; // written under the pool's lock

        Sleeper(Signal signal) {
            this.signal = signal;
        }
    }

    /**
     * Creates a pool, without threads until a call submits another.
     *
     * @param places the number of calls that run at the same time: the executor's threads
     * @param around the clock, and the maker of signals on which threads wait and of threads that run calls
     * @param outer takes a call that the program has submitted and no thread has begun; null if there is none
     */
    public CallPool(int places, Surroundings around, Supplier<@Nullable Runnable> outer) {
        this.places = places;
        this.around = around;
        this.ticker = around.ticker();
        this.keeping = around.signals().create();
        this.outer = outer;
    }

    /** Returns a signal on which threads of this JVM wait. */
    Signal newSignal() {
        return around.signals().create();
    }

    /** Returns the time on the pool's clock, in nanoseconds. */
    long nanoTime() {
        return ticker.nanoTime();
    }

    /** Returns the executor to which the pool belongs, as the program sees it; makes it if there is none yet. */
    public Object owner(Supplier<?> makes) {
        Object known = owner.get();
        if (known == null) {
            owner.compareAndSet(null, makes.get());
            known = owner.get();
        }
        return Objects.requireNonNull(known, "an owner");
    }

    /** Makes the pool that of an engine. Called before the first call runs. */
    void ofEngine(EngineCalls calls, Runnable tick) {
        engineCalls = calls;
        everyTick = tick;
    }

    /** Returns the calls of the engine; null in a program's own JVM. */
    @Nullable
    EngineCalls engineCalls() {
        return engineCalls;
    }

    /** Makes the keeper run the engine's tick soon; it runs every few milliseconds while calls are submitted. */
    void tickSoon() {
        lastPushNanos = ticker.nanoTime();
        wakeKeeper();
    }

    /** Returns whether a call waits that was submitted before this, by the pool's clock. */
    boolean hasOlderThan(long nanos) {
        if (waiting.get() <= 0) {
            return false;
        }
        for (BegunCall each : listed) {
            SubmittedCall<?> one = each.oldest();
            if (one != null && one.sinceNanos() - nanos < 0) {
                return true;
            }
        }
        return false;
    }

    // --- calls run ------------------------------------------------------------------------------------------------

    /** Notes that the calling thread begins a call. */
    public BegunCall begin(Object submitted) {
        BegunCall now = BegunCall.begin(this, submitted);
        if (now.isLowest()) {
            running.incrementAndGet();
        }
        return now;
    }

    /** Notes that the calling thread has ended a call. */
    public void ended(BegunCall call) {
        call.ended();
        if (call.isLowest()) {
            if (call.isListed()) {
                listed.remove(call);
            }
            running.decrementAndGet();
            offer();
            if (tellsOfRoom && keeperRests) {
                wakeKeeper();
            }
        }
    }

    /**
     * Gives away places of running calls that nobody waits for any more and whose threads go on, or takes them back
     * before these calls end.
     *
     * @param calls the number of these calls; below 0 to take back
     */
    public void replace(int calls) {
        running.addAndGet(-calls);
        offer();
    }

    /** Makes the keeper run its tick soon after a place becomes free. */
    void tellsOfRoom() {
        tellsOfRoom = true;
    }

    /** Returns the number of further calls that could run now. */
    int room() {
        return waiting.get() > 0 || !given.isEmpty() ? 0 : Math.max(0, places + asleep - running.get());
    }

    /** Takes a call that a thread of this pool is to run next, such as one that another engine has submitted. */
    public void give(Runnable call) {
        given.add(call);
        offer();
    }

    /**
     * Runs a call that the program has submitted, and then waits until the calls are done that it has submitted. If it
     * throws, those are cancelled.
     *
     * @param begun takes the running call, so that others can end it
     */
    public <T> T run(Object submitted, Callable<T> call, Consumer<BegunCall> begun) throws Exception {
        BegunCall now = begin(submitted);
        begun.accept(now);
        boolean returned = false;
        try {
            T value = call.call();
            now.awaitCalls();
            returned = true;
            return value;
        } finally {
            if (!returned) {
                now.abandonCalls();
            }
            ended(now);
        }
    }

    /**
     * Takes a call that another one submits.
     *
     * @throws java.util.concurrent.RejectedExecutionException if that one was cancelled, or has ended
     */
    public void submit(SubmittedCall<?> call) {
        BegunCall parent = call.parent();
        BegunCall on = BegunCall.current();
        if (parent != null) {
            parent.add(call);
        }
        if (on == null || on.pool() != this) {
            on = parent;
        }
        if (on == null || waiting.get() >= MOST_WAITING) {
            runHere(on, call);
            return;
        }
        waiting.incrementAndGet();
        call.entered();
        if (call.isDone()) { // it was cancelled before it was submitted
            drop(call);
            return;
        }
        if (on.push(call)) {
            listed.add(on.lowest());
        }
        lastPushNanos = call.sinceNanos();
        if (waiting.get() > 1) { // a single one is often asked for at once; if not, the keeper offers it
            offer();
        }
        if (keeperRests) {
            wakeKeeper();
        }
    }

    /**
     * Takes a call like {@link #submit(SubmittedCall)}, and what is around it, which runs in this JVM when that call is
     * done. Both are calls of the same parent, which waits for both.
     *
     * @param around asks the call for its value; it runs once, also if one of the two is cancelled
     */
    public void submit(SubmittedCall<?> call, Runnable around) {
        AtomicBoolean ran = new AtomicBoolean();
        Runnable once = () -> {
            if (!ran.getAndSet(true)) {
                around.run();
            }
        };
        SubmittedCall<?> outer = new SubmittedCall<@Nullable Object>(
                this, call.submitted(), Executors.callable(once), null, null, call.parent(), () -> {
                    if (!ran.get()) { // it was cancelled, and somebody may wait for what it does
                        give(once);
                    }
                });
        if (call.parent() != null) {
            call.parent().add(outer);
        }
        call.alsoWhenDone(() -> give(outer));
        submit(call);
    }

    /** Makes a thread take a call, if there is one that waits and fewer calls run than there are places. */
    public void offer() {
        if (running.get() >= places + asleep + extra || (waiting.get() <= 0 && given.isEmpty() && !standsOuter())) {
            return;
        }
        boolean start;
        Sleeper woken = null;
        synchronized (this) {
            start = idle == 0 && threads < MOST_THREADS && !closed;
            if (start) {
                threads++;
            } else {
                woken = called(sleepers.pollLast()); // if all run, none is needed
            }
        }
        if (start) {
            start(this::work);
        } else if (woken != null) {
            woken.signal.raise();
        }
    }

    private static @Nullable Sleeper called(@Nullable Sleeper one) {
        if (one != null) {
            one.called = true;
        }
        return one;
    }

    /** Returns whether the program's calls need a thread of this pool, because the executor's own may all wait. */
    private boolean standsOuter() {
        return running.get() < 0 || (running.get() == 0 && asleep > 0);
    }

    private void start(Runnable work) {
        try {
            Runnable counted = () -> {
                try {
                    work.run();
                } finally {
                    synchronized (this) {
                        threads--;
                    }
                }
            };
            around.threads().newThread(counted).start();
        } catch (Error noThread) { // those that there are run the calls, or the waiting threads do
            synchronized (this) {
                threads--;
            }
        }
    }

    private void work() {
        Sleeper me = new Sleeper(newSignal());
        Runnable next = next(me);
        while (next != null) {
            next.run();
            Thread.interrupted(); // it was for a call that was cancelled, and the next one must not hear of it
            next = next(me);
        }
    }

    /** Waits for a call; returns null if there is none for some time. */
    private @Nullable Runnable next(Sleeper me) {
        while (true) {
            synchronized (this) {
                Runnable taken = closed ? null : take();
                if (taken != null || closed) {
                    return taken;
                }
                idle++;
                me.called = false;
                sleepers.addLast(me);
            }
            boolean called = true;
            try {
                called = me.signal.sleep(() -> me.called || closed, TimeUnit.MILLISECONDS.toNanos(IDLE_MILLIS));
            } catch (InterruptedException stray) {
                // A call's code may have interrupted this thread.
            } finally {
                synchronized (this) {
                    idle--;
                    called |= !sleepers.remove(me);
                }
            }
            if (!called) {
                return null;
            }
        }
    }

    /** Takes a call that the calling thread is to run; returns null if there is none, or no place for it. */
    @Nullable
    Runnable take() {
        int now = running.get();
        while (now < places + asleep + extra) {
            if (!running.compareAndSet(now, now + 1)) {
                now = running.get();
                continue;
            }
            Runnable first = given.poll(); // others wait for its end, and there are few
            Runnable taken = first != null ? first : claimOldest(Long.MAX_VALUE);
            taken = taken != null ? taken : outer.get();
            running.decrementAndGet(); // it counts itself when it begins
            return taken;
        }
        return null;
    }

    /**
     * Takes the call that waits longest.
     *
     * @param beforeNanos takes only one that was submitted before, by the pool's clock; {@link Long#MAX_VALUE} for any
     */
    @Nullable
    SubmittedCall<?> claimOldest(long beforeNanos) {
        while (waiting.get() > 0) {
            SubmittedCall<?> oldest = null;
            for (BegunCall each : listed) {
                SubmittedCall<?> one = each.oldest();
                if (one != null && (oldest == null || one.sinceNanos() - oldest.sinceNanos() < 0)) {
                    oldest = one;
                }
            }
            if (oldest == null || (beforeNanos != Long.MAX_VALUE && oldest.sinceNanos() - beforeNanos >= 0)) {
                return null;
            }
            if (claim(oldest)) {
                return oldest;
            }
        }
        return null;
    }

    /** Takes this call for the calling thread, which must run it; returns false if it is taken. */
    boolean claim(CallTask<?> call) {
        if (!call.claim()) {
            return false;
        }
        waiting.decrementAndGet();
        begun.incrementAndGet();
        return true;
    }

    /** Drops a call that was cancelled, if it waits; else it would count as one that does. */
    void drop(SubmittedCall<?> call) {
        if (call.claim()) {
            waiting.decrementAndGet();
        }
    }

    /** Puts a call back that was taken and has not begun. */
    void putBack(SubmittedCall<?> call) {
        BegunCall parent = call.parent();
        if (parent != null && call.cameBack()) {
            waiting.incrementAndGet();
            if (parent.push(call)) {
                listed.add(parent.lowest());
            }
            if (call.isDone()) {
                drop(call); // it was cancelled meanwhile
            }
            offer();
        }
    }

    // --- threads wait ---------------------------------------------------------------------------------------------

    /**
     * Makes the calling thread, which asks for the value of a call, wait for it: runs the call if no thread has begun
     * it. Returns at once if the thread runs no call of this pool.
     *
     * @param nanos how long; {@link Long#MAX_VALUE} for as long as it takes. With a limit the call runs on another thread.
     * @throws IllegalStateException if the call cannot end before the waiting call does
     */
    void awaitDone(CallTask<?> call, long nanos) throws InterruptedException {
        BegunCall me = BegunCall.current();
        if (me == null || me.pool() != this) {
            return;
        }
        await(me, call, nanos);
    }

    /** Runs a claimed call on this thread, or if its stack is deep on another; returns whether it is done. */
    private boolean runs(BegunCall me, CallTask<?> call) {
        if (me.depth() >= MOST_DEPTH && startsAlone(call)) {
            return false;
        }
        runHere(me, call);
        return true;
    }

    /** Runs a call on the calling thread, on which this one runs; if it is cancelled, only that call is interrupted. */
    private static void runHere(@Nullable BegunCall on, CallTask<?> call) {
        call.run();
        if (call.isCancelled() && (on == null || !on.isToEnd())) {
            Thread.interrupted(); // it was for that call
        }
    }

    private boolean startsAlone(CallTask<?> call) {
        synchronized (this) {
            if (threads >= MOST_THREADS || closed) {
                return false;
            }
            threads++;
        }
        start(call);
        return true;
    }

    /** Waits like {@link #awaitDone}, but goes on when the thread is interrupted, unless the call is unwanted. */
    void awaitAnyway(CallTask<?> call, BegunCall me) {
        boolean interrupted = false;
        while (!call.isDone()) {
            try {
                await(me, call, Long.MAX_VALUE);
            } catch (InterruptedException hurried) {
                interrupted = true;
                if (me.isUnwanted()) {
                    break;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void await(BegunCall me, CallTask<?> call, long nanos) throws InterruptedException {
        if (Thread.interrupted()) { // it is for the call that waits, and not for the one that would run here
            throw new InterruptedException();
        }
        if (nanos != Long.MAX_VALUE || !claim(call)) {
            block(me, call, nanos);
            return;
        }
        me.drop(call);
        if (!runs(me, call)) {
            block(me, call, nanos);
        }
    }

    private void block(BegunCall me, CallTask<?> call, long nanos) throws InterruptedException {
        me.awaits(call);
        String circle = WaitingChain.circle(me, call);
        if (circle != null) {
            me.awaits(null);
            throw new IllegalStateException(circle);
        }
        long start = ticker.nanoTime();
        long looked = start;
        boolean back = false;
        givePlace();
        try {
            while (!back && !call.isDone()) {
                long now = ticker.nanoTime();
                long left = nanos == Long.MAX_VALUE ? LOOK_NANOS : nanos - (now - start);
                if (left <= 0
                        || call.awaitPlainly(Math.min(left, now - start < AWAY_NANOS ? AWAY_NANOS : LOOK_NANOS))) {
                    break;
                }
                boolean taken = call.takeBack();
                back = taken && nanos == Long.MAX_VALUE;
                if (taken && !back) {
                    give(call); // another thread runs it, as this one may wait for a limited time only
                }
                if (!taken && ticker.nanoTime() - looked >= LOOK_NANOS) {
                    looked = ticker.nanoTime();
                    requireAnEnd(me, call);
                }
            }
        } finally {
            takePlace();
            me.awaits(null);
        }
        if (back) {
            runHere(me, call);
        }
    }

    /**
     * Makes a running call submit no more calls, and has the keeper cancel those that it has submitted. Returns at once, so
     * the control thread may call it: what runs when a future is cancelled may be the program's code.
     */
    void endSoon(BegunCall call) {
        call.refuseCalls();
        unwanted.add(call);
        tickSoon();
    }

    /** Lets another call run while the calling thread waits. */
    void givePlace() {
        running.decrementAndGet();
        offer();
        if (tellsOfRoom) {
            wakeKeeper();
        }
    }

    /** Notes that the calling thread runs again, whether there is a place for it or not. */
    void takePlace() {
        running.incrementAndGet();
    }

    private void requireAnEnd(BegunCall me, CallTask<?> call) {
        String standing = around.signals().areSeenInThreadStates() ? WaitingChain.locked(me, call) : null;
        if (standing == null && isFull()) {
            standing = WaitingChain.tooLong(me, call, MOST_THREADS);
        }
        if (standing != null) {
            throw new IllegalStateException(standing);
        }
    }

    private boolean isFull() {
        synchronized (this) {
            return threads >= MOST_THREADS && idle == 0 && running.get() <= 0 && waiting.get() > 0;
        }
    }

    /** Returns the call that this thread runs, if it has submitted others; null if it has not. */
    @Nullable
    BegunCall onThread(long thread) {
        for (BegunCall each : listed) {
            if (each.thread().getId() == thread) {
                return each;
            }
        }
        return null;
    }

    // --- the keeper -----------------------------------------------------------------------------------------------

    private void wakeKeeper() {
        keeperRests = false;
        keeperCalled = true;
        if (!closed && keeperStarted.compareAndSet(false, true)) {
            around.threads().newThread(this::keep).start();
        } else {
            keeping.raise();
        }
    }

    /** Looks every few milliseconds whether threads in calls are asleep, and whether nothing begins. */
    private void keep() {
        long begunBefore = begun.get();
        long begunAt = ticker.nanoTime();
        long looked = begunAt;
        List<BegunCall> slept = List.of();
        while (rest()) {
            abandonUnwanted();
            everyTick.run();
            long now = ticker.nanoTime();
            if (waiting.get() <= 0
                    || hasOlderThan(now - OFFERED_NANOS)) { // the one who submitted a new one may ask for it
                offer();
            }
            if (begun.get() != begunBefore || (waiting.get() == 0 && given.isEmpty())) {
                begunBefore = begun.get();
                begunAt = now;
                extra = 0;
            } else if (now - begunAt >= STANDING_NANOS) {
                begunAt = now;
                extra = Math.min(MOST_THREADS, extra + 1);
                offer();
            }
            if (now - looked >= ASLEEP_NANOS && around.signals().areSeenInThreadStates()) {
                looked = now;
                List<BegunCall> before = slept;
                slept = listed.stream()
                        .filter(CallPool::sleeps)
                        .map(BegunCall::top)
                        .toList();
                asleep = (int) slept.stream().filter(before::contains).count();
                offer();
            }
        }
        abandonUnwanted();
    }

    private void abandonUnwanted() {
        for (BegunCall call = unwanted.poll(); call != null; call = unwanted.poll()) {
            call.abandonCalls();
        }
    }

    private static boolean sleeps(BegunCall lowest) {
        Thread.State state = lowest.thread().getState();
        return lowest.top().awaits() == null
                && (state == Thread.State.WAITING
                        || state == Thread.State.TIMED_WAITING
                        || state == Thread.State.BLOCKED);
    }

    /** Waits until the next look is due; returns false if the pool is closed. */
    private boolean rest() {
        keeperRests = true; // before the look: so it is woken by who changes what is looked at
        boolean rests =
                waiting.get() == 0 && given.isEmpty() && asleep == 0 && ticker.nanoTime() - lastPushNanos > AWAKE_NANOS;
        keeperRests = rests;
        try {
            keeping.sleep(
                    () -> keeperCalled || closed, rests ? Long.MAX_VALUE : TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS));
        } catch (InterruptedException stray) {
            // Only close() ends this thread.
        }
        keeperCalled = false;
        return !closed;
    }

    /**
     * Ends the pool's threads when they have nothing to run. Running calls submit no more, and the keeper cancels those that
     * they have submitted. Returns at once, so the control thread may call it: what runs when a future is cancelled may be
     * the program's code.
     */
    @Override
    public void close() {
        List<Sleeper> all;
        synchronized (this) {
            closed = true;
            all = List.copyOf(sleepers);
        }
        all.forEach(sleeper -> sleeper.signal.raise());
        begunCalls().forEach(call -> {
            call.refuseCalls();
            unwanted.add(call);
        });
        if (!unwanted.isEmpty() && keeperStarted.compareAndSet(false, true)) {
            around.threads().newThread(this::keep).start();
        }
        keeping.raise();
    }

    /** Cancels the calls that running calls have submitted, and lets those submit no more. */
    public void endAll() {
        begunCalls().forEach(BegunCall::end);
    }

    private List<BegunCall> begunCalls() {
        List<BegunCall> all = new ArrayList<>();
        for (BegunCall lowest : listed) {
            for (BegunCall call = lowest.top(); call != null; call = call.below()) {
                all.add(call);
            }
        }
        return all;
    }
}
