package org.moide.engine.loading;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/**
 * Decides which classes of the JDK may be sent between processes: those whose objects run no code of others and open
 * nothing when they are deserialized. Writers and readers use the same rule, so that a writer refuses an object that
 * the reader would refuse. Any thread.
 */
final class JdkValues {
    /** The packages whose classes may all be sent: collections, dates, numbers, formats. */
    private static final Set<String> PACKAGES = Set.of(
            "java.awt.geom",
            "java.math",
            "java.text",
            "java.time",
            "java.time.chrono",
            "java.time.format",
            "java.time.temporal",
            "java.time.zone",
            "java.util",
            "java.util.concurrent",
            "java.util.concurrent.atomic",
            // ConcurrentHashMap writes locks, for readers of old versions.
            "java.util.concurrent.locks",
            "java.util.regex");

    /** Single classes that may be sent, although other classes of their packages may not. */
    private static final Set<String> CLASSES = Set.of(
            "java.awt.Color",
            "java.awt.Dimension",
            "java.awt.Insets",
            "java.awt.Point",
            "java.awt.Rectangle",
            "java.io.File",
            "java.lang.Boolean",
            "java.lang.Byte",
            "java.lang.Character",
            "java.lang.Class",
            "java.lang.Double",
            "java.lang.Enum",
            "java.lang.Float",
            "java.lang.Integer",
            "java.lang.Long",
            "java.lang.Number",
            "java.lang.Object",
            "java.lang.Short",
            "java.lang.StackTraceElement",
            "java.lang.String",
            "java.lang.String$CaseInsensitiveComparator",
            "java.lang.StringBuffer",
            "java.lang.StringBuilder",
            "java.lang.invoke.SerializedLambda",
            // Every proxy extends this class. Its interfaces and its handler are checked as well.
            "java.lang.reflect.Proxy",
            // Inet6Address is missing: it may name a network interface, which reading it would look up.
            "java.net.Inet4Address",
            "java.net.InetAddress",
            "java.net.InetSocketAddress",
            "java.net.SocketAddress",
            // URL is missing: its hash code asks a name server.
            "java.net.URI",
            "java.sql.Date",
            "java.sql.Time",
            "java.sql.Timestamp",
            "javax.xml.namespace.QName",
            // Calendars and time zones are objects of these.
            "sun.util.BuddhistCalendar",
            "sun.util.calendar.ZoneInfo");

    /**
     * Single classes that may not be sent, although other classes of their packages may, or although they are
     * exceptions, which otherwise may.
     */
    private static final Set<String> REFUSED = Set.of(
            "java.util.EventObject",
            "java.util.ServiceLoader",
            "java.util.Timer",
            // Reading it calls the method toString of its content.
            "javax.management.BadAttributeValueExpException");

    /** The modules whose enum constants may all be sent. */
    private static final Set<String> MODULES = Set.of("java.base", "java.sql");

    private static final Set<Class<?>> LOCKS =
            Set.of(ReentrantLock.class, ReentrantReadWriteLock.class, StampedLock.class, Semaphore.class);

    private static final ClassValue<Boolean> ADMITTED = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return isValue(type);
        }
    };

    private JdkValues() {}

    /** Returns whether objects of a class of the JDK may be sent. */
    static boolean isAdmitted(Class<?> type) {
        return ADMITTED.get(type);
    }

    private static boolean isValue(Class<?> type) {
        if (!Unsendable.isOfTheJdk(type) || REFUSED.contains(type.getName())) {
            return false;
        }
        return PACKAGES.contains(type.getPackageName())
                || CLASSES.contains(type.getName())
                || Throwable.class.isAssignableFrom(type)
                || isConstant(type)
                // A stream has no objects of such a type, only the class itself, or the interfaces of a proxy.
                || type.isInterface()
                || !Serializable.class.isAssignableFrom(type);
    }

    private static boolean isConstant(Class<?> type) {
        return Enum.class.isAssignableFrom(type)
                && MODULES.contains(type.getModule().getName())
                && type.getName().startsWith("java.");
    }

    /**
     * Returns whether an object is a lock. A lock must not be sent: threads of other engines would use a copy of it,
     * and the copies would not exclude each other.
     */
    static boolean isLock(Object object) {
        return LOCKS.contains(object.getClass());
    }

    /** An object stream that throws {@link Refused} when it writes an object that may not be sent. */
    static class Output extends ObjectOutputStream {
        private boolean hasLock;

        Output(OutputStream bytes) throws IOException {
            super(bytes);
        }

        @Override
        protected void annotateClass(Class<?> described) throws IOException {
            require(described);
            hasLock |= LOCKS.contains(described);
        }

        /** Returns whether a lock was written. The JDK's queues contain locks, too. */
        boolean hasLock() {
            return hasLock;
        }

        @Override
        protected void annotateProxyClass(Class<?> proxy) throws IOException {
            for (Class<?> type : proxy.getInterfaces()) {
                require(type);
            }
        }

        private static void require(Class<?> described) throws IOException {
            Class<?> type = described;
            while (type.isArray()) {
                type = type.getComponentType();
            }
            if (!type.isPrimitive() && Unsendable.isOfTheJdk(type) && !isAdmitted(type)) {
                throw new Refused(type);
            }
        }
    }

    /** Thrown when an object cannot be sent because of its class. */
    static final class Refused extends IOException {
        private static final long serialVersionUID = 1L;

        private final transient Class<?> type;

        Refused(Class<?> type) {
            super("class " + type.getName() + " does not travel");
            this.type = type;
        }

        Class<?> type() {
            return type;
        }
    }
}
