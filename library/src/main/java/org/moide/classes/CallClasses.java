package org.moide.classes;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.moide.engine.executor.CarriedClasses;

/**
 * Adds the classes of an executor's calls that are in no file, such as those of JShell, to the encoded calls. Any
 * thread.
 */
public final class CallClasses {
    private final ClassValue<Map<String, byte[]>> needed = new ClassValue<>() {
        @Override
        protected Map<String, byte[]> computeValue(Class<?> type) {
            try {
                return MadeClasses.isMade(type) ? MadeClasses.reachable(type) : Map.of();
            } catch (IOException failed) {
                throw new UncheckedIOException("expected to read class " + type.getName(), failed);
            }
        }
    };

    /**
     * Returns a call's bytes together with those of the classes in it that are in no file, and of all such classes that
     * these refer to.
     *
     * @param encoded the bytes of the call alone
     * @throws IllegalArgumentException if a class loader does not return the bytes of its class, or all of them are too
     *     many
     */
    public byte[] with(Object call, byte[] encoded) {
        Map<String, byte[]> classes = new LinkedHashMap<>();
        for (Class<?> type : of(call)) {
            classes.putAll(needed.get(type));
        }
        return classes.isEmpty() ? encoded : CarriedClasses.with(classes, encoded);
    }

    private static Set<Class<?>> of(Object call) {
        try (Described stream = new Described()) {
            stream.writeObject(call);
            return stream.classes;
        } catch (IOException failed) {
            throw new IllegalArgumentException("expected a call that can be written twice, found " + failed, failed);
        }
    }

    /** An object stream that collects the classes of the objects written to it, and discards the bytes. */
    private static final class Described extends ObjectOutputStream {
        private final Set<Class<?>> classes = new HashSet<>();

        Described() throws IOException {
            super(OutputStream.nullOutputStream());
        }

        @Override
        protected void annotateClass(Class<?> type) {
            Class<?> element = type;
            while (element.isArray()) {
                element = element.getComponentType();
            }
            classes.add(element);
        }

        @Override
        protected void annotateProxyClass(Class<?> proxy) {
            classes.addAll(Set.of(proxy.getInterfaces()));
        }
    }
}
