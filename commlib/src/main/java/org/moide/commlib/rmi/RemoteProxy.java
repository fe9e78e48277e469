package org.moide.commlib.rmi;

import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.RefusedException;
import org.moide.commlib.RemoteFailureException;
import org.moide.commlib.registration.NodeReference;

/** The invocation handler of a proxy of a distributed object. Any thread may call it; immutable. */
final class RemoteProxy implements InvocationHandler {
    private static final Object[] NOTHING = new Object[0];

    private final RmiSpace space;
    private final NodeReference node;
    private final Class<?> type;
    private final String name;
    private final long deadlineNanos;
    private final MethodTable methods;
    private final boolean here;

    RemoteProxy(RmiSpace space, NodeReference node, Class<?> type, String name, Duration deadline) {
        this.space = space;
        this.node = node;
        this.type = type;
        this.name = name;
        this.deadlineNanos = deadline.toNanos();
        this.methods = new MethodTable(type);
        this.here = node.nodeId().equals(space.self().nodeId());
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] given) throws Throwable {
        @Nullable Object[] arguments = given == null ? NOTHING : given;
        if (method.getDeclaringClass() == Object.class) {
            return switch (method.getName()) {
                case "equals" -> proxy == arguments[0];
                case "hashCode" -> System.identityHashCode(proxy);
                default -> type.getSimpleName() + " " + name + " on " + node;
            };
        }
        long key = methods.key(method, type);
        String what = type.getSimpleName() + "." + method.getName();
        if (here) {
            return callHere(what, method, arguments);
        }
        Object answer =
                space.call(node, what, name, key, arguments, space.nanoTime() + deadlineNanos, type.getClassLoader());
        return checked(what, method.getReturnType(), answer);
    }

    private @Nullable Object checked(String what, Class<?> expected, @Nullable Object answer) {
        if (expected == void.class) {
            return null;
        }
        boolean fits = expected.isPrimitive()
                ? MethodType.methodType(expected).wrap().returnType().isInstance(answer)
                : answer == null || expected.isInstance(answer);
        if (!fits) {
            throw new RefusedException(
                    what + " ran on " + node + ", but its answer is no " + expected.getName() + ": found "
                            + (answer == null ? "null" : answer.getClass().getName()),
                    null);
        }
        return answer;
    }

    private @Nullable Object callHere(String what, Method method, @Nullable Object[] arguments)
            throws IllegalAccessException {
        ExportedObjects.Exported exported = space.objects().get(name);
        if (exported == null || !type.isInstance(exported.object())) {
            throw new RefusedException(
                    what + " was not run: there is no " + type.getName() + " '" + name + "' here", null);
        }
        try {
            return method.invoke(exported.object(), arguments);
        } catch (InvocationTargetException e) {
            Throwable thrown = e.getCause() == null ? e : e.getCause();
            throw new RemoteFailureException(what + " failed on " + node, ExportedObjects.text(thrown), thrown);
        }
    }
}
