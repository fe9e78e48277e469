package org.moide.engine.loading;

import java.io.ObjectInputFilter;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Allows a stream of an application to contain objects of these classes only: the application's own classes, the JDK's
 * values ({@link JdkValues}), and the application API. Each stream has a filter of its own, which remembers what it
 * refused.
 */
final class ApplicationFilter implements ObjectInputFilter {
    private final Predicate<Class<?>> owned;
    /**
     * The greatest number of elements that all arrays of the stream together may have. The stream has no bytes for more
     * elements. The number is greater than that of the bytes, because the table of a hash map that takes n bytes may
     * have 8n places.
     */
    private final long mostElements;

    /**
     * The number of elements of all arrays together that the stream has announced. A limit on each single array would
     * not suffice, because arrays may contain arrays.
     */
    private long elements;

    private @Nullable String refused;

    /**
     * Creates a filter for one stream.
     *
     * @param owned tells whether a class is the application's own
     * @param bytes the length of the stream
     */
    ApplicationFilter(Predicate<Class<?>> owned, int bytes) {
        this.owned = owned;
        this.mostElements = 8L * bytes + 64;
    }

    @Override
    public Status checkInput(FilterInfo info) {
        elements += Math.max(0, info.arrayLength());
        if (elements > mostElements) {
            refused = "an array of " + info.arrayLength() + " elements, more than its bytes can hold";
            return Status.REJECTED;
        }
        if (info.references() > mostElements) {
            refused = info.references() + " objects, more than its bytes can hold";
            return Status.REJECTED;
        }
        Class<?> type = info.serialClass();
        if (type == null) {
            return Status.UNDECIDED;
        }
        while (type.isArray()) {
            type = type.getComponentType();
        }
        if (isAllowed(type)) {
            return Status.ALLOWED;
        }
        refused = "class " + type.getName();
        return Status.REJECTED;
    }

    private boolean isAllowed(Class<?> type) {
        return type.isPrimitive()
                || owned.test(type)
                || JdkValues.isAdmitted(type)
                || VisibleClasses.isVisible(type.getName());
    }

    /** Returns the name of the class that was refused last; null if none was. */
    @Nullable
    String refused() {
        return refused;
    }
}
