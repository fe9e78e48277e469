package org.moide.classes;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.moide.engine.executor.CarriedClasses;
import org.moide.engine.loading.CallLoader;
import org.moide.engine.loading.ProgramCodec;

/**
 * The classes of calls that lie in no file, which go along with them, and the values of JShell's variables that they
 * read. Any thread.
 */
public final class CallClasses {
    private final StaticFields statics;
    private final ProgramCodec codec;
    private final Map<Class<?>, Map<Class<?>, byte[]>> needed = new ConcurrentHashMap<>();
    private final Map<Class<?>, byte[]> known = new ConcurrentHashMap<>(); // all that were read

    /** @param statics is told of classes that were changed */
    public CallClasses(StaticFields statics, ProgramCodec codec) {
        this.statics = statics;
        this.codec = codec;
    }

    /**
     * Returns the classes of all objects in a call, and of those to which the variables refer that it reads, which can
     * be sent.
     */
    public static Set<Class<?>> of(Object call, List<StaticFields.Value> variables) {
        Set<Class<?>> types = new HashSet<>(described(call));
        for (StaticFields.Value one : variables) {
            if (one.value() != null) {
                types.addAll(described(one.value()));
            }
        }
        return types;
    }

    /**
     * Forgets what is known of classes if one that these need was changed since it was read: JShell changes a class when
     * a method is typed in anew.
     *
     * @return whether it has forgotten
     */
    public boolean hasForgotten(Set<Class<?>> types) {
        for (Class<?> type : types) {
            Map<Class<?>, byte[]> before = needed.get(type);
            Map<Class<?>, byte[]> now = before == null ? needed(type) : read(before.keySet());
            if (now.entrySet().stream().anyMatch(this::isChanged)) {
                needed.clear();
                known.clear();
                statics.forget();
                return true;
            }
            known.putAll(now);
            needed.put(type, now);
        }
        return false;
    }

    private boolean isChanged(Map.Entry<Class<?>, byte[]> now) {
        byte[] before = known.get(now.getKey());
        return before != null && !Arrays.equals(before, now.getValue());
    }

    /**
     * Returns a call's bytes, with these classes and what they name, and with variables.
     *
     * @param types of the objects in the call and in its variables, of which none was changed
     * @param fields the variables that the call reads
     * @param encoded the call alone
     * @throws IllegalArgumentException if one's loader does not tell its bytes, or these are too many
     */
    public byte[] with(Set<Class<?>> types, CarriedClasses.Fields fields, byte[] encoded) {
        Map<String, byte[]> classes = new LinkedHashMap<>();
        for (Class<?> type : types) {
            needed.computeIfAbsent(type, CallClasses::needed)
                    .forEach((each, bytes) -> classes.put(each.getName(), bytes));
        }
        return classes.isEmpty() ? encoded : CarriedClasses.with(classes, fields, encoded);
    }

    /**
     * Encodes variables.
     *
     * @throws org.moide.commlib.CommException if a variable's value cannot be sent
     */
    public CarriedClasses.Fields fields(List<StaticFields.Value> variables) {
        List<String> names = new ArrayList<>();
        List<@Nullable Object> values = new ArrayList<>();
        List<CallLoader.Variable> valued = new ArrayList<>();
        for (StaticFields.Value one : variables) {
            names.add(one.variable().name());
            values.add(one.value());
            valued.add(one.variable());
        }
        return valued.isEmpty()
                ? CarriedClasses.Fields.NONE
                : new CarriedClasses.Fields(valued, codec.encodeVariables(names, values));
    }

    private static Map<Class<?>, byte[]> read(Set<Class<?>> types) {
        Map<Class<?>, byte[]> now = new LinkedHashMap<>();
        types.forEach(type -> now.put(type, bytes(type)));
        return now;
    }

    private static Map<Class<?>, byte[]> needed(Class<?> type) {
        try {
            return MadeClasses.isMade(type) ? MadeClasses.reachable(type) : Map.of();
        } catch (IOException failed) {
            throw new UncheckedIOException("expected to read class " + type.getName(), failed);
        }
    }

    private static byte[] bytes(Class<?> type) {
        try {
            return MadeClasses.bytes(type);
        } catch (IOException failed) {
            throw new UncheckedIOException("expected to read class " + type.getName(), failed);
        }
    }

    private static Set<Class<?>> described(Object call) {
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
