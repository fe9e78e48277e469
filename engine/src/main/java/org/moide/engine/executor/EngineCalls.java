package org.moide.engine.executor;

import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.ObjectCodec;
import org.moide.engine.Best;
import org.moide.engine.loading.LostWrites;

/**
 * The calls that calls submit on an engine. They are encoded when they are submitted, so that they are the same copies
 * whether they run on this engine or on another. Any thread.
 */
public final class EngineCalls {
    private final CallPool pool;
    private final ObjectCodec codec;
    private final Set<ByteBuffer> heads = ConcurrentHashMap.newKeySet(); // that were decoded; one for each kind of call
    private final Bests bests;
    private final Program program;
    private final CallWatch watch;
    private final LostWrites.Sample checked = new LostWrites.Sample();
    private volatile int threads;
    private volatile Failures failures = new Failures() {
        @Override
        public Throwable givenUp(String name, String why) {
            return new IllegalStateException(name + " " + why);
        }

        @Override
        public Throwable inWords(String trace) {
            return new IllegalStateException(trace);
        }
    };

    /** The program whose calls these are. */
    interface Program {
        /** Tells it in words what it should know of its calls. */
        void note(String words);

        /**
         * Asks it to submit a call, and waits for its word.
         *
         * @return whether it has taken the call
         * @throws UnsupportedOperationException if other engines may not have the call's classes
         */
        boolean takes(String name, byte[] call);
    }

    /** Makes the exceptions of calls that failed on other engines. */
    public interface Failures {
        /** Returns the exception of a call that was given up, because engines ended in it. */
        Throwable givenUp(String name, String why);

        /** Returns an exception that could not be decoded, from its printed stack trace. */
        Throwable inWords(String trace);
    }

    /**
     * @param watch is told of the calls that run
     */
    EngineCalls(CallPool pool, ObjectCodec codec, Bests bests, Program program, CallWatch watch) {
        this.watch = watch;
        this.pool = pool;
        this.codec = codec;
        this.bests = bests;
        this.program = program;
    }

    /**
     * Returns the calls of an engine.
     *
     * @throws IllegalStateException if the pool is not an engine's
     */
    public static EngineCalls of(CallPool pool) {
        EngineCalls its = pool.engineCalls();
        if (its == null) {
            throw new IllegalStateException("expected the calls of an engine, found those of a program");
        }
        return its;
    }

    /** Sets the number of compute threads of all engines. */
    void threads(int ofAll) {
        threads = ofAll;
    }

    /** Returns the number of compute threads that all engines had when this one was told. */
    int threads() {
        return threads;
    }

    /** Sets what makes exceptions. */
    public void failures(Failures makes) {
        failures = makes;
    }

    Failures failures() {
        return failures;
    }

    ObjectCodec codec() {
        return codec;
    }

    /** Decodes a call that the calling thread has begun, after its head unless that was decoded here before. */
    @Nullable
    Object decoded(byte[] bytes) {
        byte[] head = HeadedCall.headOf(bytes);
        if (head == null) {
            return codec.decode(bytes);
        }
        Objects.requireNonNull(BegunCall.current(), "begun").hasHead(head);
        ByteBuffer key = ByteBuffer.wrap(head);
        if (!heads.contains(key)) {
            codec.decode(head);
            heads.add(key); // not before, so that no call runs without what it needs
        }
        return codec.decode(HeadedCall.callOf(bytes));
    }

    /**
     * Makes a call that {@code parent} submits.
     *
     * @param call a {@code Callable} or {@code Runnable}
     * @param limits what was said of this call alone; it goes along if another engine runs the call
     * @param result the value of the future of a {@code Runnable}; null for what the call returns
     * @throws org.moide.commlib.CommException if it cannot be sent
     */
    @SuppressWarnings("unchecked") // a copy of what a call of T returned
    public <T> SubmittedCall<T> made(
            Object call, CallLimits limits, @Nullable T result, BegunCall parent, Runnable whenDone) {
        ObjectCodec its = codecOf(parent);
        byte[] bytes = its.encode(call);
        Callable<T> copy = () -> {
            Object decoded = Objects.requireNonNull(its.decode(bytes), "a call");
            BegunCall now = Objects.requireNonNull(BegunCall.current(), "begun");
            now.is(decoded, its);
            now.hasHead(parent.head());
            return result != null ? call(decoded, result) : (T) its.decode(CallResult.bytes(called(decoded), its));
        };
        return new SubmittedCall<>(pool, call, copy, limits.before(bytes), result, parent, whenDone);
    }

    /** Returns the codec for what a call submits, which may have classes that came with it. */
    private ObjectCodec codecOf(@Nullable BegunCall call) {
        ObjectCodec its = call == null ? null : call.codec();
        return its == null ? codec : its;
    }

    /**
     * Encodes a call that {@code by} detaches, for {@link #detach}.
     *
     * @throws org.moide.commlib.CommException if it cannot be sent
     */
    public byte[] detached(Runnable call, BegunCall by) {
        byte[] bytes = codecOf(by).encode(call);
        byte[] head = by.head();
        return head == null ? bytes : HeadedCall.with(head, bytes);
    }

    /**
     * Makes the program submit a call, and waits until it has. The calling thread gives its place away meanwhile.
     *
     * @param name names it for people
     * @return false if the program takes no more calls
     */
    public boolean detach(String name, byte[] call) {
        pool.givePlace();
        try {
            return program.takes(name, call);
        } finally {
            pool.takePlace();
        }
    }

    private <T> T call(Object decoded, T result) throws Exception {
        called(decoded);
        return result;
    }

    /**
     * Looks whether a part of many calls can be sent.
     *
     * @throws IllegalArgumentException if it cannot
     */
    public void requireSendable(Object part) {
        codec.encode(Objects.requireNonNull(part, "function"));
    }

    /**
     * Makes a best value of a call.
     *
     * @param id a number from 0 on that no other one has
     * @throws IllegalArgumentException if the value or the order cannot be sent
     */
    public <T> Best<T> best(long id, T initial, Comparator<? super T> order) {
        ObjectCodec its = codecOf(BegunCall.current());
        BestCell.encoded(Objects.requireNonNull(order, "order"), its::encode);
        return bests.make(id, initial, order, its, its::encode);
    }

    /**
     * Calls a decoded {@code Callable} or {@code Runnable}; returns what it returned, or null. Of some runnables of each
     * class it finds out whether they write into what they refer to, and tells the program.
     */
    @Nullable
    Object called(Object call) throws Exception {
        watch.begins(call);
        try {
            return calledNow(call);
        } finally {
            watch.ended(call);
        }
    }

    private @Nullable Object calledNow(Object call) throws Exception {
        if (call instanceof Callable<?> callable) {
            return callable.call();
        }
        if (call instanceof Runnable runnable) {
            Class<?> type = CallName.classOf(runnable);
            String field = checked.run((Runnable) SerializableCalls.submitted(runnable), type);
            if (field != null) {
                program.note(LostWrites.note(CallName.of(type), field));
            }
            return null;
        }
        throw new IllegalArgumentException(
                "expected a Callable or a Runnable, found " + call.getClass().getName());
    }
}
