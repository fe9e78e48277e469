package org.moide.engine.executor;

import java.io.Serializable;
import java.security.PrivilegedAction;
import java.security.PrivilegedExceptionAction;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** Calls that are made of what was submitted in another form. */
public final class SerializableCalls {
    private SerializableCalls() {}

    /** Returns what was submitted, of which this call was made; or the call itself. */
    public static Object submitted(Object call) {
        return call instanceof Made made ? submitted(made.of()) : call;
    }

    /** A call that names another, which it is made of. */
    interface Made {
        Object of();
    }

    /** A {@link Runnable} that is a {@link Callable} too, and was submitted as the former. */
    record Runs(Runnable of) implements Runnable, Made, Serializable {
        private static final long serialVersionUID = 1L;

        @Override
        public void run() {
            of.run();
        }
    }

    /** A supplier whose value is wanted. */
    record Supplies<T>(Supplier<T> of) implements Callable<T>, Made, Serializable {
        private static final long serialVersionUID = 1L;

        @Override
        public T call() {
            return of.get();
        }
    }

    /** An action that the JDK lets a program run as a call. */
    record Acts<T>(PrivilegedAction<T> of) implements Callable<T>, Made, Serializable {
        private static final long serialVersionUID = 1L;

        @Override
        public T call() {
            return of.run();
        }
    }

    /** An action like {@link Acts} that may throw a checked exception. */
    record ActsOrThrows<T>(PrivilegedExceptionAction<T> of) implements Callable<T>, Made, Serializable {
        private static final long serialVersionUID = 1L;

        @Override
        public T call() throws Exception {
            return of.run();
        }
    }

    /** A call that returns its value in a list. */
    record Lists<T>(Callable<T> of) implements Callable<List<T>>, Made, Serializable {
        private static final long serialVersionUID = 1L;

        @Override
        public List<T> call() throws Exception {
            return Collections.singletonList(of.call());
        }
    }

    /** Returns a call that returns what this returns, as the only element of a list. */
    public static <T> Callable<List<T>> listed(Callable<T> call) {
        return new Lists<>(call);
    }

    /** Returns what runs as a {@link Runnable}, whatever else it is. */
    public static Runnable of(Runnable runnable) {
        return runnable instanceof Callable<?> ? new Runs(runnable) : runnable;
    }

    /** Returns a call of a supplier. */
    public static <T> Callable<T> of(Supplier<T> supplier) {
        return new Supplies<>(supplier);
    }

    /** Returns a call of an action. */
    public static <T> Callable<T> of(PrivilegedAction<T> action) {
        return new Acts<>(action);
    }

    /** Returns a call of an action that may throw a checked exception. */
    public static <T> Callable<T> of(PrivilegedExceptionAction<T> action) {
        return new ActsOrThrows<>(action);
    }
}
