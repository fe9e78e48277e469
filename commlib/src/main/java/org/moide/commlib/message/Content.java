package org.moide.commlib.message;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.ElementType;

/** The kinds of content of a message: elements of a primitive type, or an object. */
public enum Content {
    BYTE(ElementType.BYTE, 1),
    INT(ElementType.INT, 2),
    LONG(ElementType.LONG, 3),
    FLOAT(ElementType.FLOAT, 4),
    DOUBLE(ElementType.DOUBLE, 5),
    /** The content of a message that is a serialized application object. */
    OBJECT(null, 6);

    /** The values as a list, since {@link #values} allocates an array each time and every message needs them. */
    private static final List<Content> ALL = List.of(values());

    private final @Nullable ElementType elements;

    private final byte code;

    Content(@Nullable ElementType elements, int code) {
        this.elements = elements;
        this.code = (byte) code;
    }

    /** Returns the number by which frames and checkpoints encode this content. */
    public byte code() {
        return code;
    }

    /**
     * Returns the content with a given {@link #code}.
     *
     * @throws IllegalArgumentException if no content has the code
     */
    public static Content ofCode(byte code) {
        for (Content content : ALL) {
            if (content.code == code) {
                return content;
            }
        }
        throw new IllegalArgumentException("expected a kind of content, found " + code);
    }

    /** Returns the content for elements of this type. */
    public static Content of(ElementType type) {
        return switch (type) {
            case BYTE -> BYTE;
            case INT -> INT;
            case LONG -> LONG;
            case FLOAT -> FLOAT;
            case DOUBLE -> DOUBLE;
        };
    }

    /** Returns the type of the elements; null for an object. */
    @Nullable
    public ElementType elements() {
        return elements;
    }

    /**
     * Checks that a message of this content can have the given length.
     *
     * @throws IllegalArgumentException if it cannot
     */
    public void checkBytes(long bytes) {
        int each = elements == null ? 1 : elements.bytes();
        if (bytes % each != 0 || bytes / each > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    this + ": expected a multiple of " + each + " bytes that fits an array, found " + bytes);
        }
    }

    /** Describes the content and its length in words, for an error message. */
    public String describe(long bytes) {
        if (elements == null) {
            return "an object";
        }
        return describe(elements, bytes / elements.bytes());
    }

    public static String describe(ElementType type, long length) {
        return length + " of " + type.name().toLowerCase(Locale.ROOT);
    }
}
