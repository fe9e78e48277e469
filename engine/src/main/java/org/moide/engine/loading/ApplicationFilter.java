package org.moide.engine.loading;

import java.io.ObjectInputFilter;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A deserialization filter that allows the application's own classes, the JDK's value types and the application API,
 * and refuses all others. Each stream has its own filter, which remembers what it refused.
 */
final class ApplicationFilter implements ObjectInputFilter {
    /** Packages whose classes are all values, such as collections, dates and numbers. */
    private static final Set<String> PACKAGES = Set.of(
            "java.math",
            "java.time",
            "java.time.chrono",
            "java.util",
            "java.util.concurrent",
            "java.util.concurrent.atomic",
            // ConcurrentHashMap writes locks, for compatibility with old versions.
            "java.util.concurrent.locks",
            "java.util.regex");

    /** Classes of {@code java.lang} that are values; the package's other classes are refused. */
    private static final Set<String> LANG = Set.of(
            "Boolean",
            "Byte",
            "Character",
            "Class",
            "Double",
            "Enum",
            "Float",
            "Integer",
            "Long",
            "Number",
            "Object",
            "Short",
            "StackTraceElement",
            "String",
            "StringBuffer",
            "StringBuilder",
            "Throwable");

    /**
     * Classes of {@code java.util} that are refused: they are no values, or call methods of their elements while they
     * are read.
     */
    private static final Set<String> REFUSED =
            Set.of("java.util.ServiceLoader", "java.util.Timer", "java.util.EventObject");

    private final ApplicationLoader loader;
    /**
     * Most elements of all arrays of the stream together. The stream's bytes cannot hold more; the table of a hash map
     * of n bytes may have 8n places.
     */
    private final long mostElements;

    /**
     * Number of elements of all arrays that the stream has announced. It is a sum because nested arrays could otherwise
     * multiply.
     */
    private long elements;

    private @Nullable String refused;

    ApplicationFilter(ApplicationLoader loader, int bytes) {
        this.loader = loader;
        this.mostElements = 8L * bytes + 64;
    }

    @Override
    public Status checkInput(FilterInfo info) {
        elements += Math.max(0, info.arrayLength());
        if (elements > mostElements) {
            refused = "an array of " + info.arrayLength() + " elements, more than its bytes can hold";
            return Status.REJECTED;
        }
        Class<?> type = info.serialClass();
        if (type == null) {
            return Status.UNDECIDED;
        }
        while (type.isArray()) {
            type = type.getComponentType();
        }
        if (type.isPrimitive() || loader.owns(type) || isValue(type)) {
            return Status.ALLOWED;
        }
        refused = "class " + type.getName();
        return Status.REJECTED;
    }

    private static boolean isValue(Class<?> type) {
        String name = type.getName();
        if (REFUSED.contains(name)) {
            return false;
        }
        int dot = name.lastIndexOf('.');
        String packageName = dot < 0 ? "" : name.substring(0, dot);
        if (packageName.equals("java.lang")) {
            return LANG.contains(name.substring(dot + 1)) || Throwable.class.isAssignableFrom(type);
        }
        return PACKAGES.contains(packageName)
                || VisibleClasses.isVisible(name)
                || name.equals("java.lang.invoke.SerializedLambda")
                // Every proxy extends this class. The proxy's interfaces and handler are checked separately.
                || name.equals("java.lang.reflect.Proxy")
                || (Throwable.class.isAssignableFrom(type) && type.getClassLoader() == null);
    }

    /** Returns the name of the class that was refused last; null if none was. */
    @Nullable
    String refused() {
        return refused;
    }
}
