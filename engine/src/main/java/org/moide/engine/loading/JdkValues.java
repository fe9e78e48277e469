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
 * The JDK's classes that may travel: those whose objects run no code of others while they are read, and open nothing.
 * One rule for whoever writes objects and whoever reads them, so that what cannot be read is refused before it is sent.
 * Any thread.
 */
final class JdkValues {
    /** The packages of which all classes are values: collections, dates, numbers, formats. */
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
            // ConcurrentHashMap writes some, for the sake of old readers.
            "java.util.concurrent.locks",
            "java.util.regex");

    /** The values in packages that have more than values. */
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
            // Every proxy extends this class; its interfaces and its handler are looked at as well.
            "java.lang.reflect.Proxy",
            // By their bytes; an address of version 6 may name a network card, which is looked for when it is read.
            "java.net.Inet4Address",
            "java.net.InetAddress",
            "java.net.InetSocketAddress",
            "java.net.SocketAddress",
            // Its hash is of its text; that of a URL asks a name server.
            "java.net.URI",
            "java.sql.Date",
            "java.sql.Time",
            "java.sql.Timestamp",
            "javax.xml.namespace.QName",
            // Calendars and time zones are objects of these.
            "sun.util.BuddhistCalendar",
            "sun.util.calendar.ZoneInfo");

    /** The classes that are refused although their packages are not, or although they are exceptions. */
    private static final Set<String> REFUSED = Set.of(
            "java.util.EventObject",
            "java.util.ServiceLoader",
            "java.util.Timer",
            // Calls the method toString of what is in it, while it is read.
            "javax.management.BadAttributeValueExpException");

    /** The modules of which all constants of enums may travel. */
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

    /** Returns whether a class of the JDK may travel. */
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
                // There are no objects of it in a stream, only the class itself, and the interfaces of proxies.
                || type.isInterface()
                || !Serializable.class.isAssignableFrom(type);
    }

    private static boolean isConstant(Class<?> type) {
        return Enum.class.isAssignableFrom(type)
                && MODULES.contains(type.getModule().getName())
                && type.getName().startsWith("java.");
    }

    /** Returns whether an object is a lock, of which a copy holds nobody back. */
    static boolean isLock(Object object) {
        return LOCKS.contains(object.getClass());
    }

    /** A stream that refuses what must not travel when it is written. */
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

        /** Returns whether there was a lock among the objects; those of the JDK's queues have some too. */
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

    /** The refusal of an object because of its class. */
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
