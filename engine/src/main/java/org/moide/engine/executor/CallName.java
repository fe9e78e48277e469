package org.moide.engine.executor;

import org.jspecify.annotations.Nullable;

/** How calls are named for people: by their class, or if they are lambdas by that in which they are written. */
public final class CallName {
    private static final String LAMBDA = "$$Lambda";

    private CallName() {}

    /** The class by which a call is named: if it is a part of a {@code map} or {@code reduce}, that of the function. */
    public static Class<?> classOf(Object call) {
        return call instanceof MapPart part ? part.function().getClass() : call.getClass();
    }

    /** "a lambda of org.example.Prices", or "org.example.Price". */
    public static String of(Class<?> type) {
        String in = writtenIn(type);
        return in == null ? type.getName() : "a lambda of " + in;
    }

    /** The class in which a lambda is written; null if this is none's class. */
    public static @Nullable String writtenIn(Class<?> type) {
        int at = type.isSynthetic() ? type.getName().indexOf(LAMBDA) : -1;
        return at < 0 ? null : type.getName().substring(0, at);
    }
}
