package org.moide.commlib.wire;

/** The kinds of encoded values; the first byte of an encoded value gives its kind. */
enum Tag {
    NULL(0),
    TRUE(1),
    FALSE(2),
    BYTE(3),
    CHARACTER(4),
    SHORT(5),
    INTEGER(6),
    LONG(7),
    FLOAT(8),
    DOUBLE(9),
    /** A text in UTF-8. */
    TEXT(10),
    /** A text in UTF-16, because it contains surrogates, perhaps unpaired. */
    WIDE_TEXT(11),
    ENUM(12),
    RECORD(13),
    NUMBERS(14),
    ARRAY(15),
    LIST(16),
    SET(17),
    MAP(18),
    UUID(19),
    DURATION(20),
    INSTANT(21),
    /** The length and the first bytes of a byte array, in place of the array. Only in outlines. */
    OUTLINE(22),
    /** The lengths of a list of byte arrays, with arrays of equal length counted together. Only in outlines. */
    OUTLINES(23),
    /**
     * A long array of numbers that is kept apart from the bytes. The reader takes the next one of the arrays that came
     * with the value.
     */
    BESIDE(24),
    /**
     * An {@link ExtensibleRecord}: after its name follow the length of the rest, the number of components, and the
     * components.
     */
    EXTENSIBLE(25);

    private static final Tag[] ALL = values();

    private final byte code;

    Tag(int code) {
        this.code = (byte) code;
    }

    byte code() {
        return code;
    }

    static Tag of(byte code) {
        if (code < 0 || code >= ALL.length) {
            throw new IllegalArgumentException(
                    "expected a kind of value up to " + (ALL.length - 1) + ", found " + code);
        }
        return ALL[code];
    }
}
