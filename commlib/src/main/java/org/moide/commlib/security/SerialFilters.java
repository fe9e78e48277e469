package org.moide.commlib.security;

import java.io.ObjectInputFilter;
import java.io.ObjectInputFilter.FilterInfo;
import java.io.ObjectInputFilter.Status;
import java.util.Set;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The filters that decide which classes the object streams of this process may instantiate. RMI's streams carry bytes
 * and texts, and the exceptions by which RMI itself reports that a call did not reach MOIDE's code. All other classes
 * are rejected. {@code CallValues} decodes the bytes afterwards, with a filter of its own.
 *
 * <p>RMI reads arguments, answers and exceptions in streams of its own, and a filter given at export checks arguments
 * only. {@link #install} therefore makes the allowlist the first filter of every stream in the JVM. A stream's own
 * filter can then only narrow it, with one exception: a filter wrapped by {@link #explicit} replaces the allowlist. It
 * is meant for streams that MOIDE opens on an application's bytes.
 */
public final class SerialFilters {
    /**
     * The greatest number of bytes of one array in RMI's streams: a stream allocates this memory as soon as the array's
     * length has arrived.
     */
    public static final int MOST_PIECE_BYTES = 1 << 20;
    /** The greatest number of pieces into which one call's bytes are divided: some gigabytes in all. */
    private static final int MOST_PIECES = 4096;
    /** The greatest number of frames of a stack trace; the JDK keeps no more. */
    private static final int MOST_FRAMES = 1024;
    /**
     * The greatest number of exceptions in a list of suppressed ones: with two, a graph could double with every level.
     */
    private static final int MOST_IN_LIST = 1;
    /** The greatest nesting: room for exceptions with their causes. Deeper graphs are made to exhaust a stack. */
    private static final int MAXIMUM_DEPTH = 32;
    /** The greatest number of objects in one call: pieces, or the stack traces of some exceptions. */
    private static final long MAXIMUM_REFERENCES = 100_000;

    private static final Set<String> OUR_PACKAGES = Set.of(
            "org.moide.commlib",
            "org.moide.balance",
            "org.moide.monitor",
            "org.moide.engine",
            "org.moide.coordinator",
            "org.moide.hosts",
            "org.moide.command");

    /** The classes of which RMI's own exceptions consist, besides the exceptions themselves and texts. */
    private static final Set<String> PARTS_OF_FAILURES = Set.of(
            "java.lang.Enum",
            "java.lang.Object",
            "java.lang.StackTraceElement",
            "java.util.ArrayList",
            "java.util.CollSer",
            "java.util.Collections$EmptyList",
            "java.util.Collections$UnmodifiableCollection",
            "java.util.Collections$UnmodifiableList",
            "java.util.Collections$UnmodifiableRandomAccessList",
            // CollSer deserializes into these, which are checked too.
            "java.util.ImmutableCollections$List12",
            "java.util.ImmutableCollections$ListN");

    private static final ObjectInputFilter ENVELOPE = SerialFilters::envelope;

    /**
     * The cached answer whether a class is a message ({@link #isMessage}), since every value of every call needs it.
     */
    private static final ClassValue<Boolean> MESSAGES = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return isOurs(type) && (type.isRecord() || type.isEnum());
        }
    };

    /**
     * The cached answer whether a class is in a package of MOIDE ({@link #isOurs}), since every call needs it several
     * times.
     */
    private static final ClassValue<Boolean> OURS = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return OUR_PACKAGES.stream().anyMatch(ours -> within(type.getPackageName(), ours));
        }
    };

    private SerialFilters() {}

    /** Returns the packages that contain, with their subpackages, all classes of MOIDE. */
    public static Set<String> ourPackages() {
        return OUR_PACKAGES;
    }

    /**
     * Makes the allowlist the first filter of every object stream of this JVM. Every main method must call it first,
     * since the JVM may refuse later.
     *
     * @throws IllegalStateException if some other filter factory is in force already
     */
    public static void install() {
        if (ObjectInputFilter.Config.getSerialFilterFactory() instanceof AllowlistFirst) {
            return;
        }
        ObjectInputFilter.Config.setSerialFilterFactory(new AllowlistFirst());
    }

    /** Returns whether {@link #install} has been called in this JVM. */
    public static boolean installed() {
        return ObjectInputFilter.Config.getSerialFilterFactory() instanceof AllowlistFirst;
    }

    /**
     * Returns the allowlist, the filter for what RMI's streams contain besides the bytes of applications. It is used
     * for RMI's export, and for streams that read answers.
     */
    public static ObjectInputFilter envelope() {
        return ENVELOPE;
    }

    /**
     * Returns a filter that replaces the allowlist for the stream on which it is set with {@code
     * setObjectInputFilter}. It sets its own limits, since an application's objects may nest in any way. It should end
     * in {@code !*}: classes that it leaves undecided are rejected.
     */
    public static ObjectInputFilter explicit(ObjectInputFilter filter) {
        return new Explicit(filter);
    }

    /**
     * Checks one object against the allowlist. It rejects by throwing, which a stream treats as a rejection, so that
     * the caller learns the reason.
     */
    private static Status envelope(FilterInfo info) {
        checkLimit("objects nested", info.depth(), MAXIMUM_DEPTH);
        checkLimit("objects", info.references(), MAXIMUM_REFERENCES);
        Class<?> type = info.serialClass();
        if (type == null) {
            return Status.UNDECIDED;
        }
        boolean allowed = type.isArray()
                ? isPartOfEnvelope(type, info.arrayLength())
                : type == String.class || PARTS_OF_FAILURES.contains(type.getName()) || isFailure(type);
        if (!allowed) {
            throw new IllegalArgumentException(
                    "expected a call's bytes and texts, found " + type.getName() + ": values travel within the bytes");
        }
        return Status.ALLOWED;
    }

    /**
     * Returns whether arrays of this class and length may occur in RMI's streams.
     *
     * @param length -1 if only the class is named
     */
    private static boolean isPartOfEnvelope(Class<?> type, long length) {
        if (type == byte[].class) {
            checkLimit("bytes in a piece", length, MOST_PIECE_BYTES);
        } else if (type == byte[][].class) {
            checkLimit("pieces", length, MOST_PIECES);
        } else if (type == StackTraceElement[].class) {
            checkLimit("frames of a stack", length, MOST_FRAMES);
        } else if (type == Object[].class) {
            checkLimit("elements in a list", length, MOST_IN_LIST);
        } else {
            return false;
        }
        return true;
    }

    /**
     * Returns whether a class is a record or enum of MOIDE. Records check their components when they are created;
     * other classes need not do so.
     */
    public static boolean isMessage(Class<?> type) {
        return MESSAGES.get(type);
    }

    /** Returns whether a class is in a package of MOIDE. */
    public static boolean isOurs(Class<?> type) {
        return OURS.get(type);
    }

    private static boolean within(String found, String ours) {
        return found.equals(ours) || found.startsWith(ours + ".");
    }

    /**
     * Returns whether a class is an exception of the JDK with which RMI reports errors that occur before a call
     * reaches MOIDE's code, such as a refused argument.
     */
    private static boolean isFailure(Class<?> type) {
        String home = type.getPackageName();
        return Throwable.class.isAssignableFrom(type)
                && (home.equals("java.lang") || home.equals("java.io") || within(home, "java.rmi"));
    }

    private static void checkLimit(String what, long found, long most) {
        if (found > most) {
            throw new IllegalArgumentException("expected at most " + most + " " + what + ", found " + found);
        }
    }

    /** A filter that {@link #explicit} returned: it replaces the allowlist for one stream. */
    private static final class Explicit implements ObjectInputFilter {
        private final ObjectInputFilter filter;

        Explicit(ObjectInputFilter filter) {
            this.filter = filter;
        }

        @Override
        public Status checkInput(FilterInfo info) {
            Status status = filter.checkInput(info);
            Class<?> type = info.serialClass();
            if (status != Status.UNDECIDED || type == null) {
                return status;
            }
            // A filter made from a pattern cannot mention arrays of numbers.
            return isOfNumbers(type) ? Status.ALLOWED : Status.REJECTED;
        }
    }

    private static boolean isOfNumbers(Class<?> type) {
        Class<?> component = type;
        while (component.isArray()) {
            component = component.getComponentType();
        }
        return component.isPrimitive();
    }

    /** The JVM's filter factory, which makes the allowlist the first filter of every stream. */
    private static final class AllowlistFirst implements BinaryOperator<@Nullable ObjectInputFilter> {
        @Override
        public ObjectInputFilter apply(@Nullable ObjectInputFilter current, @Nullable ObjectInputFilter requested) {
            if (requested instanceof Explicit) {
                return requested;
            }
            if (current == null) {
                // A new stream: requested is the JVM's filter from the system property, or null.
                return requested == null ? ENVELOPE : ObjectInputFilter.merge(requested, ENVELOPE);
            }
            if (requested == null || requested == current || requested == ENVELOPE) {
                return current;
            }
            return ObjectInputFilter.merge(requested, current);
        }
    }
}
