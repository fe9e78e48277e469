package org.moide.commlib.wire;

import java.io.Serializable;
import java.util.Set;
import org.moide.commlib.security.SerialFilters;

/** The classes that arguments and answers may have: the same rules for writing and reading. */
final class Travelling {
    static final int MOST_PIECE_BYTES = SerialFilters.MOST_PIECE_BYTES;
    /** Messages of ours nest less; deeper ones are made to exhaust a stack. */
    static final int MOST_DEPTH = 32;
    /** The mark in place of the number of a class that has been named before. */
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

    /** Records and enums of ours that are made to travel. */
    static boolean isMessage(Class<?> type) {
        return SerialFilters.isMessage(type) && Serializable.class.isAssignableFrom(type);
    }

    /** Returns whether the bytes of these records say how many components follow. */
    static boolean isExtensible(Class<?> type) {
        return ExtensibleRecord.class.isAssignableFrom(type);
    }

    /** Records and enums of ours that outlines may be made of. */
    static boolean isOutlined(Class<?> type) {
        return SerialFilters.isMessage(type);
    }

    /** Returns whether there may be an array of this class. */
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
