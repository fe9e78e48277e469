package org.moide.engine.executor;

import org.jspecify.annotations.Nullable;

/** Names calls for people. The name is the call's class, or for a lambda the class whose source contains it. */
public final class CallName {
    private static final String LAMBDA = "$$Lambda";

    private CallName() {}

    /** Returns the class that names a call; for a part of a {@code map} or {@code reduce}, the function's class. */
    public static Class<?> classOf(Object call) {
        Object submitted = SerializableCalls.submitted(call);
        return submitted instanceof MapPart part ? part.function().getClass() : submitted.getClass();
    }

    /** Returns a name such as "a lambda of org.example.Prices", or "org.example.Price". */
    public static String of(Class<?> type) {
        String in = writtenIn(type);
        return in == null ? type.getName() : "a lambda of " + in;
    }

    /** Returns the name of the class whose source contains a lambda; null if the type is not a lambda's class. */
    public static @Nullable String writtenIn(Class<?> type) {
        int at = type.isSynthetic() ? type.getName().indexOf(LAMBDA) : -1;
        return at < 0 ? null : type.getName().substring(0, at);
    }
}
