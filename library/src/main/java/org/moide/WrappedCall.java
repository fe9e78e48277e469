package org.moide;

import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.security.PrivilegedAction;
import java.security.PrivilegedExceptionAction;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.engine.executor.SerializableCalls;

/**
 * A call that the JDK has wrapped, such as in a {@link FutureTask}: the call in it runs elsewhere, and then what is
 * around it runs in this JVM with what came of that. The JDK tells nobody what it has wrapped, so this reads the
 * private fields of its classes: if it may not, there is none.
 *
 * @param call a {@link Callable} or {@link Runnable} that is {@link Serializable}
 * @param around runs what is around the call
 */
record WrappedCall(Object call, Around around) {
    private static final Class<?> ADAPTER = Executors.callable(() -> {}).getClass();
    private static final System.Logger LOGGER = System.getLogger("org.moide");
    private static final String QUEUEING_FUTURE = "java.util.concurrent.ExecutorCompletionService$QueueingFuture";
    private static final String ASYNC_SUPPLY = "java.util.concurrent.CompletableFuture$AsyncSupply";
    private static final String ASYNC_RUN = "java.util.concurrent.CompletableFuture$AsyncRun";

    /** The code around a call. */
    interface Around {
        /**
         * Runs it.
         *
         * @param outcome returns what the call returned, or throws what it threw
         */
        void run(Callable<Object> outcome);

        /** Runs the other when nobody wants the call any more, if that can be known. */
        default void whenUnwanted(Runnable unwanted) {}
    }

    /** A runnable and what is to be returned when it has run. */
    record Adapted(Runnable runnable, @Nullable Object result) {}

    /** Returns whether this is no call of the program's own that could be sent, but was made around something. */
    static boolean isAround(Object command) {
        Class<?> type = command.getClass();
        boolean ofTheJdk = type.getClassLoader() == null && !type.isSynthetic();
        return ofTheJdk || !(command instanceof Serializable);
    }

    /** Returns whether an {@link ExecutorCompletionService} has made this around a future. */
    static boolean isQueued(Runnable command) {
        return command.getClass().getName().equals(QUEUEING_FUTURE);
    }

    /** Returns the future in what an {@link ExecutorCompletionService} executes; null if this is something else. */
    static @Nullable Object queued(Runnable command) {
        if (!isQueued(command)) {
            return null;
        }
        try {
            return Fields.get(command, command.getClass(), "task");
        } catch (ReflectiveOperationException | RuntimeException closed) {
            return null;
        }
    }

    /** Returns what a call returned that is done, or throws what it threw. */
    static Object outcome(Future<Object> done) throws Exception {
        try {
            return done.get();
        } catch (ExecutionException thrown) {
            if (thrown.getCause() instanceof Exception cause) {
                throw cause;
            }
            if (thrown.getCause() instanceof Error cause) {
                throw cause;
            }
            throw thrown;
        }
    }

    /** Logs what a call threw that is done, if nobody asks for it. */
    static void logIfThrown(Future<?> done) {
        try {
            if (!done.isCancelled()) {
                done.get();
            }
        } catch (ExecutionException thrown) {
            LOGGER.log(System.Logger.Level.WARNING, "a call threw", thrown.getCause());
        } catch (InterruptedException never) {
            Thread.currentThread().interrupt(); // it is done
        }
    }

    /** Returns the call in this object; null if there is none that could be sent. */
    static @Nullable WrappedCall in(Runnable command) {
        try {
            if (command instanceof FutureTask<?> task && !overridesRun(task)) {
                return inTask(task);
            }
            String name = command.getClass().getName();
            if (name.equals(ASYNC_SUPPLY) || name.equals(ASYNC_RUN)) {
                return inStage(command);
            }
            return null;
        } catch (ReflectiveOperationException | RuntimeException closed) {
            return null;
        }
    }

    /** Returns what {@link Executors#callable(Runnable, Object)} was given; null if it has not made this. */
    static @Nullable Adapted adapted(Callable<?> callable) {
        if (callable.getClass() != ADAPTER) {
            return null;
        }
        try {
            return Fields.get(callable, ADAPTER, "task") instanceof Runnable runnable
                    ? new Adapted(runnable, Fields.get(callable, ADAPTER, "result"))
                    : null;
        } catch (ReflectiveOperationException | RuntimeException closed) {
            return null;
        }
    }

    /**
     * Returns the call in one that {@link Executors} has made of an action, or of a callable that is to have its maker's
     * rights; if there is none that could be sent, the call itself.
     */
    static <T> Callable<T> unwrapped(Callable<T> callable) {
        Class<?> type = callable.getClass();
        if (callable instanceof Serializable || type.getNestHost() != Executors.class) {
            return callable;
        }
        try {
            for (Field field : type.getDeclaredFields()) {
                Callable<T> within = called(Fields.get(callable, type, field.getName()));
                if (within != null) {
                    return within;
                }
            }
        } catch (ReflectiveOperationException | RuntimeException closed) {
            return callable;
        }
        return callable;
    }

    @SuppressWarnings("unchecked") // what was made of it returns what it returns
    private static <T> @Nullable Callable<T> called(@Nullable Object part) {
        if (!(part instanceof Serializable)) {
            return null;
        }
        if (part instanceof PrivilegedAction<?> action) {
            return SerializableCalls.of((PrivilegedAction<T>) action);
        }
        if (part instanceof PrivilegedExceptionAction<?> action) {
            return SerializableCalls.of((PrivilegedExceptionAction<T>) action);
        }
        return part instanceof Callable<?> ? (Callable<T>) part : null;
    }

    private static boolean overridesRun(FutureTask<?> task) throws NoSuchMethodException {
        return task.getClass().getMethod("run").getDeclaringClass() != FutureTask.class;
    }

    private static @Nullable WrappedCall inTask(FutureTask<?> task) throws ReflectiveOperationException {
        if (!(Fields.get(task, FutureTask.class, "callable") instanceof Callable<?> callable)) {
            return null;
        }
        Adapted adapted = adapted(callable);
        if (adapted == null) {
            Callable<?> sent = unwrapped(callable);
            return sent instanceof Serializable ? new WrappedCall(sent, outcome -> finish(task, outcome)) : null;
        }
        Runnable runnable = adapted.runnable();
        if (runnable instanceof Serializable) {
            return new WrappedCall(
                    SerializableCalls.of(runnable),
                    outcome -> finish(task, () -> {
                        outcome.call();
                        return adapted.result();
                    }));
        }
        WrappedCall within = in(runnable);
        return within == null
                ? null
                : new WrappedCall(within.call(), outcome -> {
                    within.around().run(outcome);
                    task.run();
                });
    }

    private static void finish(FutureTask<?> task, Callable<Object> outcome) {
        try {
            Fields.put(task, FutureTask.class, "callable", outcome);
        } catch (ReflectiveOperationException closed) {
            throw new IllegalStateException("expected to write what was read before", closed);
        }
        task.run();
    }

    @SuppressWarnings("unchecked") // the future of what the supplier supplies
    private static @Nullable WrappedCall inStage(Runnable command) throws ReflectiveOperationException {
        Object function = Fields.get(command, command.getClass(), "fn");
        Object future = Fields.get(command, command.getClass(), "dep");
        if (!(function instanceof Serializable) || !(future instanceof CompletableFuture<?>)) {
            return null;
        }
        CompletableFuture<@Nullable Object> stage = (CompletableFuture<@Nullable Object>) future;
        Object call = function instanceof Supplier<?> supplier
                ? SerializableCalls.of(supplier)
                : SerializableCalls.of((Runnable) function);
        return new WrappedCall(call, new Around() {
            @Override
            public void run(Callable<Object> outcome) {
                try {
                    stage.complete(outcome.call());
                } catch (Exception | Error thrown) {
                    stage.completeExceptionally(
                            thrown instanceof CompletionException ? thrown : new CompletionException(thrown));
                }
            }

            @Override
            public void whenUnwanted(Runnable unwanted) {
                var unused = stage.whenComplete((value, thrown) -> unwanted.run());
            }
        });
    }

    /**
     * The private fields of the JDK's classes: by reflection if the program opens them to us, else by the JDK's own
     * way around that, which JDK 24 and later report to the program's user once.
     */
    private static final class Fields {
        private Fields() {}

        static @Nullable Object get(Object of, Class<?> declares, String name) throws ReflectiveOperationException {
            Field field = declares.getDeclaredField(name);
            return field.trySetAccessible() ? field.get(of) : Unsafe.get().object(of, field);
        }

        static void put(Object of, Class<?> declares, String name, Object value) throws ReflectiveOperationException {
            Field field = declares.getDeclaredField(name);
            if (field.trySetAccessible()) {
                field.set(of, value);
            } else {
                Unsafe.get().put(of, field, value);
            }
        }
    }

    /** {@code sun.misc.Unsafe}, which the compiler does not let us name. */
    private record Unsafe(Object unsafe, Method offset, Method reads, Method writes) {
        static Unsafe get() throws ReflectiveOperationException {
            Class<?> type = Class.forName("sun.misc.Unsafe");
            Field only = type.getDeclaredField("theUnsafe");
            only.setAccessible(true);
            return new Unsafe(
                    only.get(null),
                    type.getMethod("objectFieldOffset", Field.class),
                    type.getMethod("getObject", Object.class, long.class),
                    type.getMethod("putObject", Object.class, long.class, Object.class));
        }

        @Nullable
        Object object(Object of, Field field) throws ReflectiveOperationException {
            try {
                return reads.invoke(unsafe, of, offset.invoke(unsafe, field));
            } catch (InvocationTargetException refused) {
                throw new NoSuchFieldException(String.valueOf(refused.getCause()));
            }
        }

        void put(Object of, Field field, Object value) throws ReflectiveOperationException {
            writes.invoke(unsafe, of, offset.invoke(unsafe, field), value);
        }
    }
}
