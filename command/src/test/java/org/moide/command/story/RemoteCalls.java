package org.moide.command.story;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.handshake.GateLimits;
import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.rmi.RmiSpace;

/**
 * All calls that one process can make to another, which are found by reflection: each method of each remote interface,
 * once with small arguments and once with arguments larger than buffers where the types allow it; and each method of
 * the object space that has a deadline.
 */
final class RemoteCalls {
    /** The limits of a gate that allow enough connections for all calls at the same time. */
    static final GateLimits LIMITS = limits();

    /** The size of an argument that is larger than ring buffers and socket buffers. */
    private static final int LARGE_BYTES = 8 << 20;

    private static final byte[] LARGE = new byte[LARGE_BYTES];
    private static final String LARGE_TEXT = "x".repeat(LARGE_BYTES);

    private final RmiSpace space;
    private final NodeReference node;
    private final Set<Class<?>> interfaces;

    RemoteCalls(RmiSpace space, NodeReference node, Set<Class<?>> interfaces) {
        this.space = space;
        this.node = node;
        this.interfaces = interfaces;
    }

    private static GateLimits limits() {
        GateLimits defaults = GateLimits.defaults();
        return new GateLimits(
                defaults.handshake(),
                defaults.waiting(),
                defaults.sessions(),
                defaults.requestBytes(),
                128,
                defaults.connect(),
                defaults.idle());
    }

    /** Returns the process that is called. */
    NodeReference node() {
        return node;
    }

    /** Begins all calls at the same time, each in a thread, with this deadline. */
    List<RemoteCall> begin(Duration deadline) {
        List<RemoteCall> calls = new ArrayList<>();
        for (Class<?> type : interfaces) {
            Object proxy = space.proxy(node, type, type.getName(), deadline);
            for (Method method : type.getMethods()) {
                if (!Modifier.isStatic(method.getModifiers())) {
                    calls.add(call(type.getSimpleName(), proxy, method, false, deadline));
                    if (Arrays.stream(method.getParameterTypes()).anyMatch(RemoteCalls::canBeLarge)) {
                        calls.add(call(type.getSimpleName(), proxy, method, true, deadline));
                    }
                }
            }
        }
        for (Method method : ObjectSpace.class.getMethods()) {
            boolean remote = Arrays.asList(method.getParameterTypes()).contains(Duration.class);
            if (remote && !method.getName().equals("proxy")) {
                calls.add(call("ObjectSpace", space, method, false, deadline));
            }
        }
        return calls;
    }

    private RemoteCall call(String owner, Object target, Method method, boolean large, Duration deadline) {
        @Nullable
        Object[] arguments = Arrays.stream(method.getParameterTypes())
                .map(type -> target == space ? told(type, deadline) : argument(type, large))
                .toArray();
        String what = owner + "." + method.getName() + (large ? " with " + LARGE_BYTES + " bytes" : "");
        return new RemoteCall(what, () -> {
            try {
                Object answer = method.invoke(target, arguments);
                if (answer instanceof AutoCloseable connection) {
                    connection.close();
                }
            } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
            }
        });
    }

    private static boolean canBeLarge(Class<?> type) {
        return type == byte[].class || type == List.class || type == String.class;
    }

    private static @Nullable Object argument(Class<?> type, boolean large) {
        if (type.isPrimitive()) {
            return Array.get(Array.newInstance(type, 1), 0);
        }
        if (!large) {
            return null;
        }
        return type == byte[].class
                ? LARGE
                : type == List.class ? new ArrayList<>(List.of(LARGE)) : type == String.class ? LARGE_TEXT : null;
    }

    /** Returns an argument for a parameter of this type of a method of the object space. */
    private Object told(Class<?> type, Duration deadline) {
        if (type == NodeReference.class) {
            return node;
        } else if (type == Duration.class) {
            return deadline;
        } else if (type == int.class) {
            return node.port();
        } else if (type == Runnable.class) {
            return (Runnable) () -> {};
        } else if (type == String.class) {
            return node.addresses().get(0); // an address, or any name
        }
        throw new IllegalArgumentException(
                "expected a type that is known here, found " + type + ": add what it is given");
    }
}
