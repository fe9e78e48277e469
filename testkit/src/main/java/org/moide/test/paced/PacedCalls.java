package org.moide.test.paced;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommLib;

/**
 * Pauses before an application's calls of MOIDE's objects, except those that only read a value. It handles the calls of
 * a proxy.
 */
final class PacedCalls implements InvocationHandler {
    private static final Set<String> ONLY_ASK = Set.of(
            "comm",
            "id",
            "count",
            "engine",
            "engines",
            "threadIndex",
            "threadCount",
            "share",
            "arguments",
            "report",
            "file",
            "worker",
            "state");

    /** The packages whose frames lie between an application and the object that it calls. */
    private static final List<String> BETWEEN =
            List.of("java.lang.reflect.", "jdk.internal.reflect.", "jdk.proxy", PacedCalls.class.getName());

    private static final int MOST_SHOWN = 60;
    private static final int MOST_ELEMENTS = 8;

    private final String who;
    private final Object target;
    private final Pace pace;
    private final Thread owner = Thread.currentThread();

    private PacedCalls(String who, Object target, Pace pace) {
        this.who = who;
        this.target = target;
        this.pace = pace;
    }

    /**
     * Returns a proxy that pauses in calls of the calling thread; other threads, such as those that handle messages,
     * do not pause.
     */
    static <T> T paced(String who, Class<T> type, T target, Pace pace) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, new PacedCalls(who, target, pace)));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        boolean acts = !ONLY_ASK.contains(method.getName()) && method.getDeclaringClass() != Object.class;
        if (acts && Thread.currentThread() == owner) {
            pace.pause();
        }
        if (acts) {
            pace.does(() -> who + ": " + method.getName() + "(" + shown(arguments) + ")");
        }
        try {
            Object answer = method.invoke(target, arguments);
            return answer instanceof CommLib comm ? paced(who, CommLib.class, comm, pace) : answer;
        } catch (InvocationTargetException thrown) {
            throw withoutTheseCalls(Objects.requireNonNullElse(thrown.getCause(), thrown));
        }
    }

    private static String shown(@Nullable Object @Nullable [] arguments) {
        return arguments == null
                ? ""
                : Arrays.stream(arguments).map(PacedCalls::shown).collect(Collectors.joining(", "));
    }

    /** Returns a short text for an argument of a call. */
    static String shown(@Nullable Object value) {
        if (value == null || !value.getClass().isArray()) {
            String text = value != null && value.getClass().isSynthetic() ? "..." : String.valueOf(value);
            return text.length() > MOST_SHOWN ? text.substring(0, MOST_SHOWN) + "..." : text;
        }
        int length = Array.getLength(value);
        return IntStream.range(0, Math.min(length, MOST_ELEMENTS))
                .mapToObj(index -> shown(Array.get(value, index)))
                .collect(Collectors.joining(", ", "[", length > MOST_ELEMENTS ? ", ...]" : "]"));
    }

    /** Removes the proxy's frames from a stack trace, as if the application had called the object directly. */
    private static Throwable withoutTheseCalls(Throwable thrown) {
        thrown.setStackTrace(Arrays.stream(thrown.getStackTrace())
                .filter(frame -> BETWEEN.stream().noneMatch(frame.getClassName()::startsWith))
                .toArray(StackTraceElement[]::new));
        return thrown;
    }
}
