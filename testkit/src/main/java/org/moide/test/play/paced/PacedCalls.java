package org.moide.test.play.paced;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommLib;
import org.moide.test.play.Pace;

/** Calls of an object of ours by an application, each after a pause; but for those that only ask. */
final class PacedCalls implements InvocationHandler {
    private static final Set<String> ONLY_ASK = Set.of(
            "id", "count", "engine", "engines", "threadIndex", "threadCount", "share", "arguments", "file", "worker");

    /** Whose frames are between an application and what it calls. */
    private static final List<String> BETWEEN =
            List.of("java.lang.reflect.", "jdk.internal.reflect.", "jdk.proxy", PacedCalls.class.getName());

    private final Object target;
    private final Pace pace;
    private final Thread owner = Thread.currentThread();

    private PacedCalls(Object target, Pace pace) {
        this.target = target;
        this.pace = pace;
    }

    /** For the calling thread; others that use it, such as those that serve messages, do not pause. */
    static <T> T paced(Class<T> type, T target, Pace pace) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, new PacedCalls(target, pace)));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        if (!ONLY_ASK.contains(method.getName())
                && method.getDeclaringClass() != Object.class
                && Thread.currentThread() == owner) {
            pace.pause();
        }
        try {
            Object answer = method.invoke(target, arguments);
            return answer instanceof CommLib comm ? paced(CommLib.class, comm, pace) : answer;
        } catch (InvocationTargetException thrown) {
            throw withoutTheseCalls(thrown.getCause());
        }
    }

    /** As if it had been called directly. */
    private static Throwable withoutTheseCalls(Throwable thrown) {
        thrown.setStackTrace(Arrays.stream(thrown.getStackTrace())
                .filter(frame -> BETWEEN.stream().noneMatch(frame.getClassName()::startsWith))
                .toArray(StackTraceElement[]::new));
        return thrown;
    }
}
