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
    OBJECT(null),
    /** Instead of a collective's data: what went wrong at its sender, as UTF-8 text. */
    FAILURE(null);

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

    /** How it is told in an error. */
    String describe(long bytes) {
        if (elements == null) {
            return this == OBJECT ? "an object" : "a failure";
        }
        return describe(elements, bytes / elements.bytes());
    }

    static String describe(ElementType type, long length) {
        return length + " of " + type.name().toLowerCase(Locale.ROOT);
    }
}
