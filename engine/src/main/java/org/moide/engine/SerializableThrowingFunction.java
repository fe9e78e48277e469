package org.moide.engine;

/**
 * A {@link SerializableFunction} whose code may throw checked exceptions. A lambda becomes one where a method parameter
 * has this type. Callers get what it throws as it is, also checked exceptions that {@code apply} does not declare.
 */
@FunctionalInterface
@SuppressWarnings("FunctionalInterfaceMethodChanged") // both methods do the same, and throw the same
public interface SerializableThrowingFunction<T, R> extends SerializableFunction<T, R> {
    /** Applies the function. */
    R applyOrThrow(T value) throws Exception;

    @Override
    default R apply(T value) {
        try {
            return applyOrThrow(value);
        } catch (Exception thrown) {
            throw SerializableThrowingFunction.<RuntimeException>undeclared(thrown);
        }
    }

    /** Throws a checked exception in a method that does not declare it; never returns. */
    @SuppressWarnings("unchecked") // the cast is not checked, which is its purpose
    private static <X extends Throwable> RuntimeException undeclared(Throwable thrown) throws X {
        throw (X) thrown;
    }
}
