package org.moide;

import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Signal;
import org.moide.engine.executor.CallLimits;
import org.moide.engine.executor.CallName;

/** A call that runs elsewhere, and its future. What comes of it is {@link #returned} or {@link #threw}. */
class RemoteCall<T> extends FutureTask<T> {
    private static final int PRIORITY_SHIFT = 43; // no program reaches such a number in a year

    private final Class<?> named; // by this
    private final CallLimits limits;
    private final int length;
    private volatile byte @Nullable [] bytes; // until it is answered
    private final @Nullable T result;
    private final Consumer<RemoteCall<?>> whenDone;
    private final Signal awake;
    private volatile long number;
    private volatile boolean alone;
    private volatile boolean interrupts;
    private Runnable handedBack = this; // set before others see the call, as what follows is
    private Runnable alsoWhenDone = () -> {};
    private boolean hasRoom = true; // guarded by its executor, as what follows is
    private int deaths;
    private boolean begun;

    /**
     * Makes a call that was not sent yet.
     *
     * @param call if it comes to that it runs here: when it was handed back, and the program runs it
     * @param named the class by which it is known to people
     * @param limits what was said of this call alone
     * @param bytes the same, encoded
     * @param result of a {@link Runnable}; null if it is what the call returns
     * @param whenDone is told when it is done, however that is, by whoever does it
     * @param awake by this a thread that waits for it stays awake for a while, if no other call is open
     */
    RemoteCall(
            Callable<T> call,
            Class<?> named,
            CallLimits limits,
            byte[] bytes,
            @Nullable T result,
            Consumer<RemoteCall<?>> whenDone,
            Signal awake) {
        super(call);
        this.named = named;
        this.limits = limits;
        byte[] sent = limits.before(bytes);
        this.bytes = sent;
        this.length = sent.length;
        this.result = result;
        this.whenDone = whenDone;
        this.awake = awake;
    }

    /** Numbers the call; once, before others see it. */
    void numbered(long as, boolean noOther) {
        number = as;
        alone = noOther;
    }

    /** Gives the program this object in place of the call, if it never begins and is handed back. */
    void handsBack(Runnable executed) {
        handedBack = executed;
    }

    /** Returns whether the call is handed back if it never begins; else it is cancelled. */
    boolean isHandedBack() {
        return true;
    }

    /** Returns what the program gets if the call is handed back. */
    Runnable handedBack() {
        return handedBack;
    }

    /** Runs this too when the call is done. */
    void alsoWhenDone(Runnable next) {
        alsoWhenDone = next;
    }

    /** Gives up the call's room; returns whether it had some. */
    boolean giveRoom() {
        boolean had = hasRoom;
        hasRoom = false;
        return had;
    }

    /** A JVM has ended while the call was under way in it. */
    void wasUnderWay() {
        deaths++;
    }

    /** The call has not ended those JVMs: another one has. */
    void isCleared() {
        deaths = 0;
    }

    /** Returns in how many JVMs that have ended the call was under way. */
    int deaths() {
        return deaths;
    }

    /** Notes that the call is about to begin, if it may; returns whether it may: it has not begun before. */
    boolean begins() {
        boolean may = !begun && !isDone();
        begun |= may;
        return may;
    }

    /** Returns whether the call may begin only once, and may have done so. */
    boolean mayHaveRun() {
        return begun;
    }

    /** Returns whether the call may begin only once, and has certainly not done so. */
    boolean hasNotBegun() {
        return limits.once() && !begun;
    }

    /** Returns the number of such ends of JVMs after which the call runs alone. */
    int mostDeaths() {
        return limits.tries() == 0 ? Suspects.MOST_DEATHS : Math.max(1, limits.tries() - 1);
    }

    /** Returns whether no other call was open when this one came, and it may go past the bag of calls. */
    boolean isAlone() {
        return alone && limits.equals(CallLimits.NONE);
    }

    long number() {
        return number;
    }

    /** Returns its place in the order of calls: its number, or below 0 if it has a priority. */
    long order() {
        return number - ((long) limits.priority() << PRIORITY_SHIFT);
    }

    /** Names it for people, in words that end with a comma. */
    String name() {
        return "call " + number + ", " + CallName.of(named) + ",";
    }

    /** The length in bytes. */
    int length() {
        return length;
    }

    /** The bytes as they are sent. */
    byte[] bytes() {
        return Objects.requireNonNull(bytes, "not answered before");
    }

    /** Forgets the bytes of a call that was answered and is not sent again. */
    void forgetBytes() {
        bytes = null;
    }

    /** Completes the future with the value that the call returned over there; a {@link Runnable} returns nothing. */
    @SuppressWarnings("unchecked") // what a callable of T returned
    void returned(@Nullable Object value) {
        set(result == null ? (T) value : result);
    }

    void threw(Throwable thrown) {
        setException(thrown);
    }

    /** Returns whether it runs on each engine, and not on one. */
    boolean isOnEach() {
        return false;
    }

    /** Notes what it returned on the engine with this seat. */
    void returned(int seat, @Nullable Object value) {
        returned(value);
    }

    /** Notes what it threw on the engine with this seat. */
    void threw(int seat, Throwable thrown) {
        threw(thrown);
    }

    /** Returns whether no answer is to come any more, when one has come. */
    boolean isAnswered() {
        return true;
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        if (alone && !isDone()) {
            awake.awaitAwake(this::isDone);
        }
        return super.get();
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        interrupts |= mayInterruptIfRunning;
        return super.cancel(mayInterruptIfRunning);
    }

    /** Returns whether the call's canceller wanted it interrupted. */
    boolean interrupts() {
        return interrupts;
    }

    @Override
    protected void done() {
        whenDone.accept(this);
        alsoWhenDone.run();
    }
}
