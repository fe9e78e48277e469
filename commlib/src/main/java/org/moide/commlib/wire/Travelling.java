package org.moide.commlib.wire;

import java.io.Serializable;
import java.util.Set;
import org.moide.commlib.security.SerialFilters;

/** The rules for which classes encoded values may have; writers and readers use the same ones. */
final class Travelling {
    static final int MOST_PIECE_BYTES = SerialFilters.MOST_PIECE_BYTES;
    /** The greatest nesting. MOIDE's messages nest less; deeper values are made to exhaust a stack. */
    static final int MOST_DEPTH = 32;
    /** The mark of a class that is named for the first time; later occurrences have a number instead. */
    static final int NEW_CLASS = -1;

    private static final Set<Class<?>> COMPONENTS = Set.of(
            Object.class,
            String.class,
            Number.class,
            Boolean.class,
            Character.class,
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class);

    private Travelling() {}

    /** Returns whether a class is a serializable record or enum of MOIDE. */
    static boolean isMessage(Class<?> type) {
        return SerialFilters.isMessage(type) && Serializable.class.isAssignableFrom(type);
    }

    /**
     * Returns whether encoded records of this class contain the number of their components, so that versions may differ
     * in it.
     */
    static boolean isExtensible(Class<?> type) {
        return ExtensibleRecord.class.isAssignableFrom(type);
    }

    /** Returns whether a class is a record or enum of MOIDE, which outlines may contain. */
    static boolean isOutlined(Class<?> type) {
        return SerialFilters.isMessage(type);
    }

    /** Returns whether an encoded value may contain arrays with components of this class. */
    static boolean isComponent(Class<?> component) {
        Class<?> type = component;
        while (type.isArray()) {
            type = type.getComponentType();
        }
        return COMPONENTS.contains(type)
                || isMessage(type)
                || (component != type && type.isPrimitive())
                || (type.isInterface() && SerialFilters.isOurs(type));
    }

    static String unexpected(Class<?> found) {
        return "expected records and enums of MOIDE and values of the JDK, found " + found.getName()
                + ": application objects travel as bytes";
    }
}
