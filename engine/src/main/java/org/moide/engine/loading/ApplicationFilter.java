package org.moide.engine.loading;

import java.io.ObjectInputFilter;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lets these classes be deserialized for an application, and no others: the application's own classes, the JDK's value
 * types, and the application API. One filter for each stream; it remembers what it refused.
 */
final class ApplicationFilter implements ObjectInputFilter {
    /** The packages of which all classes are values: collections, dates, numbers. */
    private static final Set<String> PACKAGES = Set.of(
            "java.math",
            "java.time",
            "java.time.chrono",
            "java.util",
            "java.util.concurrent",
            "java.util.concurrent.atomic",
            // ConcurrentHashMap writes some, for the sake of old readers.
            "java.util.concurrent.locks",
            "java.util.regex");

    /** The classes of java.lang that are values; the package has more. */
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
     * The classes of java.util that are refused: they call methods of what was put into them while they are read, or
     * they are no values.
     */
    private static final Set<String> REFUSED =
            Set.of("java.util.ServiceLoader", "java.util.Timer", "java.util.EventObject");

    private final ApplicationLoader loader;
    /**
     * The most elements of all arrays together: the stream's bytes cannot hold more. A hash table of n bytes may have
     * 8n places.
     */
    private final long mostElements;

    /** The elements of all arrays that the stream has claimed so far: arrays within arrays would multiply. */
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
                // Every proxy extends this class; its interfaces and its handler are looked at as well.
                || name.equals("java.lang.reflect.Proxy")
                || (Throwable.class.isAssignableFrom(type) && type.getClassLoader() == null);
    }

    /** Returns what was refused last; null if nothing was. */
    @Nullable
    String refused() {
        return refused;
    }
}
