package org.moide.commlib.gate;

import java.io.ObjectInputFilter;
import java.io.ObjectInputFilter.FilterInfo;
import java.io.ObjectInputFilter.Status;
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
    private static final int MAXIMUM_DEPTH = 40;
    /** Hashing a set of sets doubles with every level: below this it stays cheap. */
    private static final int MAXIMUM_HASHED_DEPTH = 10;
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
            "java.util.Map$Entry",
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

    private static Status ours(FilterInfo info) {
        if (!withinLimits(info)) {
            return Status.REJECTED;
        }
        Class<?> type = info.serialClass();
        if (type == null) {
            return Status.UNDECIDED;
        }
        while (type.isArray()) {
            type = type.getComponentType();
        }
        if (type.isPrimitive() || VALUES.contains(type.getName())) {
            return Status.ALLOWED;
        }
        if (HASHED.contains(type.getName())) {
            return info.depth() <= MAXIMUM_HASHED_DEPTH ? Status.ALLOWED : Status.REJECTED;
        }
        boolean allowed = type.getPackageName().equals("java.time")
                || isMessage(type, info.serialClass() != type)
                || isFailure(type);
        return allowed ? Status.ALLOWED : Status.REJECTED;
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

    private static boolean withinLimits(FilterInfo info) {
        if (info.depth() > MAXIMUM_DEPTH || info.references() > MAXIMUM_REFERENCES) {
            return false;
        }
        if (info.arrayLength() < 0) {
            return true;
        }
        Class<?> type = info.serialClass();
        Class<?> component = type == null ? null : type.getComponentType();
        return info.arrayLength() <= MAXIMUM_ARRAY_BYTES / bytes(component);
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
