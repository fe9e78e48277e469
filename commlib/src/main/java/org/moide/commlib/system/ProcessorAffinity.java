package org.moide.commlib.system;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Linux's {@code sched_setaffinity}, called through the JDK's foreign functions. These exist from JDK 22 on and are
 * looked up by name, since MOIDE is compiled for 17. Any thread may call it.
 */
final class ProcessorAffinity {
    /**
     * The length of the kernel's processor sets, one bit for each processor. Machines with more than 1,024 processors
     * refuse this length.
     */
    private static final int SET_BYTES = 128;

    private static final String FOREIGN = "java.lang.foreign.";

    private final Foreign foreign;
    private final int[] allowed;
    private final MethodHandle toAll;
    private final ConcurrentMap<Integer, MethodHandle> toOne = new ConcurrentHashMap<>();

    private ProcessorAffinity(Foreign foreign, BitSet allowed) throws ReflectiveOperationException {
        this.foreign = foreign;
        this.allowed = allowed.stream().toArray();
        this.toAll = foreign.setting(allowed);
    }

    /**
     * Finds the function. Returns null if a thread cannot choose its processor: on other systems than Linux, before
     * JDK 22, or if native calls are not allowed.
     */
    static @Nullable ProcessorAffinity find() {
        try {
            Foreign foreign = new Foreign();
            BitSet allowed = foreign.get();
            return allowed.isEmpty() ? null : new ProcessorAffinity(foreign, allowed);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError unavailable) {
            return null;
        }
    }

    /** Returns the processors on which this process may run, in ascending order. */
    int[] allowed() {
        return allowed.clone();
    }

    /**
     * Moves the calling thread to a processor and then lifts the restriction: the thread may leave again, and threads
     * and processes that it starts are not bound. Returns whether that worked.
     */
    boolean moveTo(int processor) {
        if (processor >= SET_BYTES * Byte.SIZE) {
            return false;
        }
        MethodHandle there = toOne.computeIfAbsent(processor, this::settingOne);
        try {
            boolean moved = (int) there.invokeExact() == 0;
            return (int) toAll.invokeExact() == 0 && moved;
        } catch (Throwable refused) {
            return false;
        }
    }

    private MethodHandle settingOne(int processor) {
        BitSet one = new BitSet();
        one.set(processor);
        try {
            return foreign.setting(one);
        } catch (ReflectiveOperationException changed) {
            throw new IllegalStateException("expected the JDK's foreign memory as before", changed);
        }
    }

    /** The handles to {@code java.lang.foreign}, which are found by reflection. */
    private static final class Foreign {
        private final Class<?> segments = Class.forName(FOREIGN + "MemorySegment");
        private final Object arena;
        private final MethodHandle setter;
        private final MethodHandle getter;

        Foreign() throws ReflectiveOperationException {
            arena = Class.forName(FOREIGN + "Arena").getMethod("global").invoke(null);
            setter = function("sched_setaffinity");
            getter = function("sched_getaffinity");
        }

        /** Returns a handle of the native function {@code int name(int thread, long bytes, void *set)}. */
        private MethodHandle function(String name) throws ReflectiveOperationException {
            Class<?> linkers = Class.forName(FOREIGN + "Linker");
            Object linker = linkers.getMethod("nativeLinker").invoke(null);
            Object names = linkers.getMethod("defaultLookup").invoke(linker);
            Object found = Class.forName(FOREIGN + "SymbolLookup")
                    .getMethod("find", String.class)
                    .invoke(names, name);
            Object address = ((Optional<?>) found).orElseThrow(() -> new IllegalStateException("no " + name));
            Class<?> layouts = Class.forName(FOREIGN + "MemoryLayout");
            Class<?> values = Class.forName(FOREIGN + "ValueLayout");
            Object arguments = Array.newInstance(layouts, 3);
            Object word = values.getField("JAVA_INT").get(null);
            Array.set(arguments, 0, word);
            Array.set(arguments, 1, values.getField("JAVA_LONG").get(null));
            Array.set(arguments, 2, values.getField("ADDRESS").get(null));
            Class<?> descriptors = Class.forName(FOREIGN + "FunctionDescriptor");
            Object descriptor =
                    descriptors.getMethod("of", layouts, arguments.getClass()).invoke(null, word, arguments);
            Object options = Array.newInstance(Class.forName(FOREIGN + "Linker$Option"), 0);
            return (MethodHandle) linkers.getMethod("downcallHandle", segments, descriptors, options.getClass())
                    .invoke(linker, address, descriptor, options);
        }

        private Object set(BitSet processors) throws ReflectiveOperationException {
            Object segment = Class.forName(FOREIGN + "Arena")
                    .getMethod("allocate", long.class, long.class)
                    .invoke(arena, (long) SET_BYTES, (long) Long.BYTES);
            bytes(segment).put(processors.toByteArray());
            return segment;
        }

        private ByteBuffer bytes(Object segment) throws ReflectiveOperationException {
            return (ByteBuffer) segments.getMethod("asByteBuffer").invoke(segment);
        }

        /** Returns a handle of no arguments that restricts the calling thread to these processors. */
        MethodHandle setting(BitSet processors) throws ReflectiveOperationException {
            return MethodHandles.insertArguments(setter, 0, 0, (long) SET_BYTES, set(processors));
        }

        /** Returns the processors on which the calling thread may run; empty if the kernel does not say. */
        BitSet get() throws ReflectiveOperationException {
            Object set = set(new BitSet());
            try {
                int failed = (int) getter.invoke(0, (long) SET_BYTES, set);
                return failed == 0 ? BitSet.valueOf(bytes(set)) : new BitSet();
            } catch (Throwable refused) {
                return new BitSet();
            }
        }
    }
}
