package org.moide;

import java.io.Serializable;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.system.SystemTicker;
import org.moide.engine.SerializableBinaryOperator;
import org.moide.engine.SerializableCallable;
import org.moide.engine.SerializableFunction;
import org.moide.engine.SerializableIntFunction;
import org.moide.engine.SerializableRunnable;
import org.moide.engine.executor.IntRange;
import org.moide.engine.executor.MapPart;

/** The common part of all kinds of executor, once they can run one call. In a call it stands for that call's executor. */
abstract class Calls extends AbstractExecutorService implements MoideExecutor, Serializable {
    private static final long serialVersionUID = 1L;

    static final String MOIDE_CLOSED = "expected an executor that takes calls, found one whose Moide was closed";

    private static final long UNKNOWN = -1;

    private final transient Map<Class<?>, Mapping.Pace> paces = new ConcurrentHashMap<>(); // by classes of functions
    private final transient CallbackThreads here = new CallbackThreads();

    /** Writes what stands for this executor in a call that captures it. */
    @SuppressWarnings("UnusedMethod") // serialization calls it
    protected final Object writeReplace() {
        return new CapturedExecutor();
    }

    @Override
    public Executor here() {
        return here;
    }

    /** Cancels all calls and takes no more: its {@link Moide} is closed. Waits for nothing. */
    abstract void abandon();

    /** Enters a call, which runs; the other runs when its future is done, however that is. */
    abstract <T> RunnableFuture<T> entered(Callable<T> call, Runnable whenDone);

    /**
     * Looks at something that many calls refer to.
     *
     * @throws IllegalArgumentException if it cannot be sent
     */
    abstract void requireSendable(Object part);

    /** Executes it: outside of calls there is nothing to detach it from. */
    @Override
    public void detach(SerializableRunnable call) {
        execute(call);
    }

    @Override
    public <T> CompletableFuture<T> start(SerializableCallable<T> call) {
        Objects.requireNonNull(call, "call");
        return StartedCall.of(whenDone -> entered(call, whenDone));
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> calls) throws InterruptedException, ExecutionException {
        try {
            return FirstOf.of(calls, this::entered, Long.MAX_VALUE, new SystemTicker());
        } catch (TimeoutException never) {
            throw new IllegalStateException(never);
        }
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> calls, long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        return FirstOf.of(calls, this::entered, Math.max(0, unit.toNanos(timeout)), new SystemTicker());
    }

    @Override
    public <T, R> Stream<R> map(Iterable<T> values, SerializableFunction<? super T, ? extends R> function) {
        requireSendable(function);
        Mapping mapping = mapping(Mapping.Values.of(values), function, null, paceOf(function));
        return values instanceof Collection<T> all ? stream(mapping, all.size()) : stream(mapping, UNKNOWN);
    }

    @Override
    public <R> Stream<R> map(int from, int to, SerializableIntFunction<? extends R> function) {
        requireSendable(function);
        Mapping mapping = mapping(Mapping.Values.of(from, to), new IntRange.Mapper(function), null, paceOf(function));
        return stream(mapping, Math.max(0, (long) to - from));
    }

    @SuppressWarnings("unchecked") // functions of T are given nothing but T
    private Mapping mapping(
            Mapping.Values values,
            SerializableFunction<?, ?> function,
            @Nullable SerializableBinaryOperator<?> operator,
            Mapping.Pace pace) {
        return new Mapping(
                this::submitPart,
                values,
                (Function<Object, Object>) function,
                (@Nullable BinaryOperator<Object>) operator,
                pace);
    }

    @SuppressWarnings("unchecked") // what the function returns
    private static <R> Stream<R> stream(Mapping mapping, long size) {
        Iterator<R> results = (Iterator<R>) mapping;
        Spliterator<R> split = size == UNKNOWN
                ? Spliterators.spliteratorUnknownSize(results, Spliterator.ORDERED)
                : Spliterators.spliterator(results, size, Spliterator.ORDERED);
        return StreamSupport.stream(split, false).onClose(mapping::close);
    }

    private Mapping.Pace paceOf(Object function) {
        return paces.computeIfAbsent(function.getClass(), first -> new Mapping.Pace());
    }

    private RunnableFuture<MapPart.Results> submitPart(MapPart part) {
        return entered(part, () -> {});
    }

    @Override
    public <T, R> Optional<R> reduce(
            Iterable<T> values,
            SerializableFunction<? super T, ? extends R> function,
            SerializableBinaryOperator<R> operator) {
        requireSendable(function);
        requireSendable(operator);
        return reduced(mapping(Mapping.Values.of(values), function, operator, paceOf(function)), operator);
    }

    @Override
    public <R> Optional<R> reduce(
            int from, int to, SerializableIntFunction<? extends R> function, SerializableBinaryOperator<R> operator) {
        requireSendable(function);
        requireSendable(operator);
        return reduced(
                mapping(Mapping.Values.of(from, to), new IntRange.Mapper(function), operator, paceOf(function)),
                operator);
    }

    @SuppressWarnings("unchecked") // what the function returned is merged
    private static <R> Optional<R> reduced(Mapping mapping, SerializableBinaryOperator<R> operator) {
        R merged = null;
        boolean any = false;
        try (Mapping parts = mapping) {
            while (parts.hasNext()) {
                R next = (R) parts.next();
                merged = any ? operator.apply(merged, next) : next;
                any = true;
            }
        }
        return Optional.ofNullable(merged);
    }
}
