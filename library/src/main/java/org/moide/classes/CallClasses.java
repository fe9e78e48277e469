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

/** The classes of calls that lie in no file, which go along with them. Any thread. */
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
     * A call's bytes, with the classes of all objects in it, and what these name.
     *
     * @param encoded the call alone
     * @throws IllegalArgumentException if one's loader does not tell its bytes, or these are too many
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

    /** Java's serialization describes each class that it meets. */
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
