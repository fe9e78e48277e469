package org.moide.commlib.gate;

import java.io.ObjectInputFilter;
import java.io.ObjectInputFilter.FilterInfo;
import java.io.ObjectInputFilter.Status;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What object streams of this process may turn into objects (DESIGN §9): records and enums of ours, and plain values of
 * the JDK. Everything else is rejected.
 *
 * <p>RMI reads arguments, answers and exceptions in streams of its own, and a filter given at export guards arguments
 * only. {@link #install} makes the allowlist the first filter of every stream in the JVM. A stream's own filter can then
 * only narrow it, with one exception: a filter wrapped by {@link #explicit} takes the allowlist's place, for streams that
 * our own code opens on bytes of an application.
 */
public final class SerialFilters {
    /** Records of ours nest less; deeper graphs are made to exhaust a stack. */
    private static final int MAXIMUM_DEPTH = 32;
    /**
     * Hashing a set of sets doubles with every level: at this depth it is still some milliseconds. A registration, our
     * deepest message, has its lists of addresses 9 deep.
     */
    private static final int MAXIMUM_HASHED_DEPTH = 16;
    /** Objects in one request: a batch holds some thousands. */
    private static final long MAXIMUM_REFERENCES = 4_000_000;
    /** Elements of one array: RMI reserves them before the bytes are there. */
    private static final long MAXIMUM_ARRAY_BYTES = 256L << 20;

    private static final Set<String> OUR_PACKAGES = Set.of(
            "org.moide.commlib", "org.moide.balance", "org.moide.monitor", "org.moide.engine", "org.moide.coordinator");

    private static final Set<String> VALUES = Set.of(
            "java.lang.Object",
            "java.lang.String",
            "java.lang.Number",
            "java.lang.Boolean",
            "java.lang.Byte",
            "java.lang.Character",
            "java.lang.Short",
            "java.lang.Integer",
            "java.lang.Long",
            "java.lang.Float",
            "java.lang.Double",
            "java.lang.Enum",
            "java.lang.Record",
            "java.lang.StackTraceElement",
            "java.math.BigInteger",
            "java.math.BigDecimal",
            "java.math.MathContext",
            "java.math.RoundingMode",
            "java.util.ArrayDeque",
            "java.util.ArrayList",
            "java.util.Arrays$ArrayList",
            "java.util.BitSet",
            "java.util.Collections$EmptyList",
            "java.util.Collections$EmptyMap",
            "java.util.Collections$EmptySet",
            "java.util.Collections$SingletonList",
            "java.util.Collections$UnmodifiableCollection",
            "java.util.Collections$UnmodifiableList",
            "java.util.Collections$UnmodifiableRandomAccessList",
            "java.util.EnumMap",
            "java.util.EnumSet$SerializationProxy",
            "java.util.JumboEnumSet",
            "java.util.RegularEnumSet",
            "java.util.AbstractMap$SimpleEntry",
            "java.util.AbstractMap$SimpleImmutableEntry",
            "java.util.UUID");

    private static final Set<String> HASHED = Set.of(
            "java.util.CollSer",
            "java.util.HashMap",
            "java.util.HashSet",
            "java.util.LinkedHashMap",
            "java.util.LinkedHashSet",
            // What CollSer turns into, which is checked once more.
            "java.util.ImmutableCollections$List12",
            "java.util.ImmutableCollections$ListN",
            "java.util.ImmutableCollections$Map1",
            "java.util.ImmutableCollections$MapN",
            "java.util.ImmutableCollections$Set12",
            "java.util.ImmutableCollections$SetN",
            "java.util.TreeMap",
            "java.util.TreeSet",
            "java.util.Collections$SingletonMap",
            "java.util.Collections$SingletonSet",
            "java.util.Collections$UnmodifiableMap",
            "java.util.Collections$UnmodifiableSet");

    private static final ObjectInputFilter OURS = SerialFilters::ours;

    private SerialFilters() {}

    /**
     * Makes the allowlist the first filter of every object stream of this JVM. To be called first thing in every main:
     * later the JVM may refuse.
     *
     * @throws IllegalStateException if some other filter factory is in force already
     */
    public static void install() {
        if (ObjectInputFilter.Config.getSerialFilterFactory() instanceof AllowlistFirst) {
            return;
        }
        ObjectInputFilter.Config.setSerialFilterFactory(new AllowlistFirst());
    }

    /** Whether {@link #install} has been called in this JVM. */
    public static boolean installed() {
        return ObjectInputFilter.Config.getSerialFilterFactory() instanceof AllowlistFirst;
    }

    /** The allowlist: for RMI's export, and for streams that read answers. */
    public static ObjectInputFilter ours() {
        return OURS;
    }

    /**
     * A filter that replaces the allowlist for the one stream on which it is set with {@code setObjectInputFilter}. It
     * sets its own limits, since an application's objects nest as they like, and should end in {@code !*} itself: what it
     * leaves undecided is rejected.
     */
    public static ObjectInputFilter explicit(ObjectInputFilter filter) {
        return new Explicit(filter);
    }

    /**
     * The allowlist. What it rejects it rejects by throwing, which a stream takes for the same and says why: the reason
     * reaches the caller, who would otherwise only hear that something was refused.
     */
    private static Status ours(FilterInfo info) {
        checkLimits(info);
        Class<?> found = info.serialClass();
        if (found == null) {
            return Status.UNDECIDED;
        }
        Class<?> type = found;
        while (type.isArray()) {
            type = type.getComponentType();
        }
        String name = type.getName();
        // A class is named only where it comes first in a stream; its later objects tell of themselves by their tables.
        if (HASHED.contains(name) || found == Map.Entry[].class) {
            checkLimit("maps and sets nested", info.depth(), MAXIMUM_HASHED_DEPTH);
            return Status.ALLOWED;
        }
        boolean allowed = type.isPrimitive()
                || VALUES.contains(name)
                || type.getPackageName().equals("java.time")
                || isMessage(type, found != type)
                || isFailure(type);
        if (!allowed) {
            throw new IllegalArgumentException("expected records and enums of MOIDE and values of the JDK, found "
                    + name + ": application objects travel as bytes");
        }
        return Status.ALLOWED;
    }

    /** Records check themselves when they are made, also from a stream; other classes of ours need not. */
    private static boolean isMessage(Class<?> type, boolean inArray) {
        boolean data = type.isRecord() || type.isEnum() || (inArray && type.isInterface());
        return data && OUR_PACKAGES.stream().anyMatch(ours -> within(type.getPackageName(), ours));
    }

    private static boolean within(String found, String ours) {
        return found.equals(ours) || found.startsWith(ours + ".");
    }

    /** RMI reports errors before our code is reached, such as a refused argument, by exception objects of the JDK. */
    private static boolean isFailure(Class<?> type) {
        String home = type.getPackageName();
        return Throwable.class.isAssignableFrom(type)
                && (home.equals("java.lang") || home.equals("java.io") || within(home, "java.rmi"));
    }

    private static void checkLimits(FilterInfo info) {
        checkLimit("objects nested", info.depth(), MAXIMUM_DEPTH);
        checkLimit("objects", info.references(), MAXIMUM_REFERENCES);
        Class<?> type = info.serialClass();
        if (info.arrayLength() >= 0 && type != null) {
            checkLimit(
                    "elements in an array", info.arrayLength(), MAXIMUM_ARRAY_BYTES / bytes(type.getComponentType()));
        }
    }

    private static void checkLimit(String what, long found, long most) {
        if (found > most) {
            throw new IllegalArgumentException("expected at most " + most + " " + what + ", found " + found);
        }
    }

    private static int bytes(@Nullable Class<?> component) {
        if (component == byte.class || component == boolean.class) {
            return 1;
        }
        if (component == char.class || component == short.class) {
            return 2;
        }
        return component == int.class || component == float.class ? 4 : 8;
    }

    /** See {@link #explicit}. */
    private static final class Explicit implements ObjectInputFilter {
        private final ObjectInputFilter filter;

        Explicit(ObjectInputFilter filter) {
            this.filter = filter;
        }

        @Override
        public Status checkInput(FilterInfo info) {
            Status status = filter.checkInput(info);
            return status == Status.UNDECIDED && info.serialClass() != null ? Status.REJECTED : status;
        }
    }

    /** The JVM's filter factory: see the class. */
    private static final class AllowlistFirst implements BinaryOperator<@Nullable ObjectInputFilter> {
        @Override
        public ObjectInputFilter apply(@Nullable ObjectInputFilter current, @Nullable ObjectInputFilter requested) {
            if (requested instanceof Explicit) {
                return requested;
            }
            if (current == null) {
                // A new stream; requested is the filter set for the JVM by property, if any.
                return requested == null ? OURS : ObjectInputFilter.merge(requested, OURS);
            }
            if (requested == null || requested == current || requested == OURS) {
                return current;
            }
            return ObjectInputFilter.merge(requested, current);
        }
    }
}
