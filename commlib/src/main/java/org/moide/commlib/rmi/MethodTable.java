package org.moide.commlib.rmi;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The methods of an interface, by the keys that calls use for them. Immutable. */
final class MethodTable {
    private final Map<Long, Method> methods = new HashMap<>();
    private final Map<Method, Long> keys = new HashMap<>();

    MethodTable(Class<?> type) {
        if (!type.isInterface()) {
            throw new IllegalArgumentException("expected an interface, found " + type);
        }
        for (Method method : type.getMethods()) {
            if (Modifier.isStatic(method.getModifiers())) {
                continue;
            }
            // The interface may be package-private.
            method.setAccessible(true);
            long key = key(method);
            Method other = methods.put(key, method);
            if (other != null && !Arrays.equals(other.getParameterTypes(), method.getParameterTypes())) {
                throw new IllegalArgumentException("expected methods that differ, found " + other + " and " + method);
            }
            keys.put(method, key);
        }
    }

    @Nullable
    Method method(long key) {
        return methods.get(key);
    }

    long key(Method method, Class<?> type) {
        Long key = keys.get(method);
        if (key == null) {
            throw new IllegalArgumentException("expected a method of " + type + ", found " + method);
        }
        return key;
    }

    /**
     * Returns the method's key: the first eight bytes of a hash of its name and signature, the same in every process of
     * one MOIDE version.
     */
    private static long key(Method method) {
        StringBuilder text = new StringBuilder(method.getName());
        for (Class<?> type : method.getParameterTypes()) {
            text.append(',').append(type.getName());
        }
        text.append(':').append(method.getReturnType().getName());
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(text.toString().getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(hash).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
