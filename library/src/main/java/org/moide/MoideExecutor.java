package org.moide;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.moide.engine.Best;
import org.moide.engine.SerializableBinaryOperator;
import org.moide.engine.SerializableCallable;
import org.moide.engine.SerializableComparator;
import org.moide.engine.SerializableFunction;
import org.moide.engine.SerializableIntFunction;
import org.moide.engine.SerializableRunnable;
import org.moide.engine.SerializableThrowingFunction;
import org.moide.engine.Shared;
import org.moide.engine.executor.BegunCall;

/**
 * Runs calls where its {@link Moide} computes: on engines, or, with one engine on this machine, on threads of this JVM.
 * It is an {@link ExecutorService} as the JDK's are; what is particular:
 *
 * <ul>
 *   <li>A call, what it refers to, and what it returns is {@link java.io.Serializable}, and of the JDK's classes one of
 *       those that docs/library.md lists. {@link #submit} decides it by the same rule wherever calls run: {@link
 *       IllegalArgumentException} names the field that cannot be sent. Lambdas are serializable if a
 *       method takes them as a {@link SerializableCallable} or {@link SerializableRunnable}, as those of this interface
 *       do.
 *   <li>What the JDK wraps a call in ({@link java.util.concurrent.FutureTask}, {@link
 *       java.util.concurrent.ExecutorCompletionService}, {@link java.util.concurrent.Executors#callable}, {@link
 *       CompletableFuture#supplyAsync}) is unwrapped: the call in it runs where calls run, and what is around it here.
 *       Where calls go by reference, any {@link Runnable} is taken, whatever it is. On engines what other libraries
 *       wrap calls in is refused; give them {@link #here} as their executor.
 *   <li>With engines, a call is a copy of what was submitted, as it was then, and so is its result. In this JVM they
 *       are the very objects, unless {@link Moide.Builder#serializeAlways} was said.
 *   <li>Calls of an engine that is lost run again on another; what comes of each is delivered once. So do all if the
 *       child JVM dies, which coordinates; where it runs calls too, one
 *       that has ended three such JVMs, the last one alone, fails with a {@link RunFailedException} that names it.
 *   <li>A call in which an engine's JVM dies each time that it is tried fails with a {@link RunFailedException} that
 *       names it; others are not affected.
 *   <li>{@link Future#cancel cancel(true)}, and {@link #shutdownNow}, interrupt the thread that runs the call, wherever
 *       that is.
 *   <li>What a call threw is the cause of {@link java.util.concurrent.ExecutionException}: the exception itself, with
 *       the stack trace that it had there, or if it could not travel one that has its words and its trace.
 *   <li>With engines, {@link #submit} waits while more than 64 MiB, or 262,144 calls, are under way.
 *   <li>With engines, {@link #shutdownNow} waits up to a second for word of what has begun.
 * </ul>
 *
 * <p><b>Threads.</b> Any, for all methods.
 */
public interface MoideExecutor extends ExecutorService, AutoCloseable {
    /**
     * Returns the executor that runs the call in which this thread is. A call may submit further calls to it, and wait
     * for them: see docs/library.md, "Calls that make calls". An executor that a call captures is the same one.
     *
     * @throws IllegalStateException if this thread runs no call; a thread that a call has started runs none
     */
    static MoideExecutor current() {
        BegunCall call = BegunCall.current();
        if (call == null) {
            throw new IllegalStateException(
                    "MoideExecutor.current(): expected a thread that runs a call of an executor," + " found "
                            + Thread.currentThread().getName() + ", which runs none");
        }
        return (MoideExecutor) call.pool().owner(() -> new NestedExecutor(call.pool()));
    }

    /** Submits a lambda like {@link #submit(Callable)}. */
    default <T> Future<T> submit(SerializableCallable<T> call) {
        return submit((Callable<T>) call);
    }

    /** Submits a lambda like {@link #submit(Runnable)}. */
    default Future<?> submit(SerializableRunnable call) {
        return submit((Runnable) call);
    }

    /**
     * Submits like {@link #submit(Callable)} a call with options of its own.
     *
     * @throws UnsupportedOperationException if calls cannot have one of these options here
     */
    <T> Future<T> submit(Callable<T> call, CallOptions options);

    /** Submits like {@link #submit(Callable, CallOptions)}. */
    Future<?> submit(Runnable call, CallOptions options);

    /** Submits a lambda like {@link #submit(Callable, CallOptions)}. */
    default <T> Future<T> submit(SerializableCallable<T> call, CallOptions options) {
        return submit((Callable<T>) call, options);
    }

    /** Submits a lambda like {@link #submit(Callable, CallOptions)}. */
    default Future<?> submit(SerializableRunnable call, CallOptions options) {
        return submit((Runnable) call, options);
    }

    /** Executes a lambda like {@link #execute(Runnable)}. What it throws is logged. */
    default void execute(SerializableRunnable call) {
        execute((Runnable) call);
    }

    /**
     * Executes a lambda like {@link #execute(SerializableRunnable)}. In a call it becomes a call of the program, which has
     * taken it when this returns: the call that has detached it does not wait for it, and whatever becomes of that one, it
     * runs. It runs again if its engine is lost, and {@link #close} waits for it. {@link #shutdownNow} cancels it. On
     * engines this takes one or two milliseconds; a call that runs again may detach it again.
     *
     * @throws java.util.concurrent.RejectedExecutionException after {@link #shutdownNow}; on engines also if there is no
     *     room for a further call
     */
    void detach(SerializableRunnable call);

    /**
     * Submits like {@link #submit(Callable)}, with a future that goes on: what depends on it runs on the common pool.
     * To cancel it, or to complete it in any other way, cancels the call.
     */
    <T> CompletableFuture<T> start(SerializableCallable<T> call);

    /**
     * Applies a function to many values: what it returns for each, in their order, as it comes. Values are taken from
     * {@code values} when there is room, by the thread that takes the results: so neither they nor the results need fit
     * into memory. Several go in one call, when they take little time. To close the stream cancels what is under way.
     *
     * <p>Where the function throws, the stream throws {@link java.util.concurrent.CompletionException} with that as its
     * cause, after the results of all values before that one.
     *
     * @throws IllegalArgumentException if the function cannot be sent
     */
    <T, R> Stream<R> map(Iterable<T> values, SerializableFunction<? super T, ? extends R> function);

    /**
     * Applies a function that may throw checked exceptions, like {@link #map(Iterable, SerializableFunction)}. Lambdas
     * and method references come here.
     */
    default <T, R> Stream<R> map(Iterable<T> values, SerializableThrowingFunction<? super T, ? extends R> function) {
        return map(values, (SerializableFunction<? super T, ? extends R>) function);
    }

    /**
     * Applies a function to the whole numbers from {@code from} to before {@code to}, like {@link #map(Iterable,
     * SerializableFunction)}. No list of them is made or sent.
     */
    <R> Stream<R> map(int from, int to, SerializableIntFunction<? extends R> function);

    /**
     * Applies a function to many values and merges what it returns, in their order: neighbours where they were
     * computed, and what comes of that here.
     *
     * @param operator associative
     * @return nothing if there are no values
     * @throws java.util.concurrent.CompletionException as {@link #map(Iterable, SerializableFunction)}; or if the thread is
     *     interrupted, which it stays
     */
    <T, R> Optional<R> reduce(
            Iterable<T> values,
            SerializableFunction<? super T, ? extends R> function,
            SerializableBinaryOperator<R> operator);

    /**
     * Applies a function that may throw checked exceptions and merges what it returns, like {@link #reduce(Iterable,
     * SerializableFunction, SerializableBinaryOperator)}. Lambdas and method references come here.
     */
    default <T, R> Optional<R> reduce(
            Iterable<T> values,
            SerializableThrowingFunction<? super T, ? extends R> function,
            SerializableBinaryOperator<R> operator) {
        return reduce(values, (SerializableFunction<? super T, ? extends R>) function, operator);
    }

    /**
     * Applies a function to the whole numbers from {@code from} to before {@code to} and merges what it returns, like
     * {@link #reduce(Iterable, SerializableFunction, SerializableBinaryOperator)}.
     */
    <R> Optional<R> reduce(
            int from, int to, SerializableIntFunction<? extends R> function, SerializableBinaryOperator<R> operator);

    /**
     * A value that many calls read, such as a table or a graph: it goes to each engine once, copied as it is now, and
     * calls that refer to what this returns ask it for the {@linkplain Shared#value value}. In this JVM they see the
     * very object, unless {@link Moide.Builder#serializeAlways} was said. It is kept until it is closed, or this
     * executor is.
     *
     * @throws IllegalArgumentException if it cannot be sent
     * @throws IllegalStateException if all that are open have more than 256 MiB together, or the executor has ended
     */
    <T> Shared<T> share(T value);

    /**
     * Runs a call once on each engine that is there now, beside the calls that run, as soon as a thread there is free:
     * to warm engines up, or to look at what they hold. The future has what it returned, in the order of the engines'
     * numbers, when all have answered. An engine that is lost meanwhile is left out, and one that comes later is not
     * asked. If the call throws somewhere, the future fails with what it threw first, when all have answered. To cancel
     * the future cancels the call on all engines. Without engines of their own, calls run in this JVM, and this one
     * runs once.
     *
     * @throws IllegalArgumentException if the call cannot be sent
     * @throws UnsupportedOperationException in a call that runs on an engine
     */
    <T> CompletableFuture<List<T>> onEachEngine(SerializableCallable<T> call);

    /**
     * Makes a value that only gets better, which calls that refer to it improve and read; see {@link Best}. Better is
     * what comes first in the order, as in a sorted list: {@link Comparator#naturalOrder} keeps the least value that
     * was offered, {@link Comparator#reverseOrder} the greatest. In a call, {@code current().best(...)} makes one for
     * the calls that it submits.
     *
     * @param initial the first value, such as an infinite length
     * @param order compares quickly, and throws nothing
     * @throws IllegalArgumentException if one of the two cannot be sent, or the value has more than 1 MiB as bytes
     */
    <T> Best<T> best(T initial, Comparator<? super T> order);

    /** Makes a value that only gets better, in the order of a lambda, like {@link #best(Object, Comparator)}. */
    default <T> Best<T> best(T initial, SerializableComparator<? super T> order) {
        return best(initial, (Comparator<? super T>) order);
    }

    /**
     * Returns an executor whose work runs on threads of this JVM, by reference, and need not be {@link
     * java.io.Serializable}: for callbacks, such as those of {@link CompletableFuture#thenApplyAsync}, and for other
     * libraries that want an {@link Executor}. Any thread may use it, also after this executor was closed. At most
     * 1,024 threads run it; beyond that, the thread that brings work runs it.
     */
    Executor here();

    /**
     * Takes no more calls, waits for those that there are, and lets the engines go. Interrupted, it ends them, as
     * {@link #shutdownNow} does, and keeps the interrupt.
     */
    @Override
    void close();
}
