package org.moide.commlib.message;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.ElementType;

/** What the bytes of a message are. */
public enum Content {
    BYTE(ElementType.BYTE),
    INT(ElementType.INT),
    LONG(ElementType.LONG),
    FLOAT(ElementType.FLOAT),
    DOUBLE(ElementType.DOUBLE),
    /** A serialized application object. */
    OBJECT(null);

    private final @Nullable ElementType elements;

    Content(@Nullable ElementType elements) {
        this.elements = elements;
    }

    /** The content that holds elements of this type. */
    static Content of(ElementType type) {
        return switch (type) {
            case BYTE -> BYTE;
            case INT -> INT;
            case LONG -> LONG;
            case FLOAT -> FLOAT;
            case DOUBLE -> DOUBLE;
        };
    }

    /** Null if this holds no elements. */
    @Nullable
    ElementType elements() {
        return elements;
    }

    /**
     * Makes sure that a length can be of this.
     *
     * @throws IllegalArgumentException if it cannot
     */
    void checkBytes(long bytes) {
        int each = elements == null ? 1 : elements.bytes();
        if (bytes % each != 0 || bytes / each > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    this + ": expected a multiple of " + each + " bytes that fits an array, found " + bytes);
        }
    }

    /** How it is told in an error. */
    String describe(long bytes) {
        if (elements == null) {
            return "an object";
        }
        return describe(elements, bytes / elements.bytes());
    }

    static String describe(ElementType type, long length) {
        return length + " of " + type.name().toLowerCase(Locale.ROOT);
    }
}
