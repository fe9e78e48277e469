package org.moide.commlib.message;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.ElementType;

/** The content of a message's bytes. */
public enum Content {
    BYTE(ElementType.BYTE, 1),
    INT(ElementType.INT, 2),
    LONG(ElementType.LONG, 3),
    FLOAT(ElementType.FLOAT, 4),
    DOUBLE(ElementType.DOUBLE, 5),
    /** A serialized application object. */
    OBJECT(null, 6);

    /** Asked for every message, so without the array that {@link #values} makes each time. */
    private static final List<Content> ALL = List.of(values());

    private final @Nullable ElementType elements;

    private final byte code;

    Content(@Nullable ElementType elements, int code) {
        this.elements = elements;
        this.code = (byte) code;
    }

    /** The code that travels in a frame, and is written in a checkpoint. */
    public byte code() {
        return code;
    }

    /**
     * The reverse of {@link #code}.
     *
     * @throws IllegalArgumentException if no content has this
     */
    public static Content ofCode(byte code) {
        for (Content content : ALL) {
            if (content.code == code) {
                return content;
            }
        }
        throw new IllegalArgumentException("expected a kind of content, found " + code);
    }

    /** The content that holds elements of this type. */
    public static Content of(ElementType type) {
        return switch (type) {
            case BYTE -> BYTE;
            case INT -> INT;
            case LONG -> LONG;
            case FLOAT -> FLOAT;
            case DOUBLE -> DOUBLE;
        };
    }

    /** The type of its elements; null if this holds none. */
    @Nullable
    public ElementType elements() {
        return elements;
    }

    /**
     * Makes sure that a length can be of this.
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

    /** The content in words, for an error. */
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
