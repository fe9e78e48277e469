package org.moide.commlib.wire;

/** The first byte of a value. */
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
    /** UTF-8. */
    TEXT(10),
    /** UTF-16: a text in which there are surrogates, perhaps alone. */
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
    /** An array of bytes of which only the length is here, and its first bytes. In outlines only. */
    OUTLINE(22),
    /** A list of such arrays, those of one length together. In outlines only. */
    OUTLINES(23),
    /** A long array of numbers that comes beside the value: the next one. */
    BESIDE(24),
    /** An {@link ExtensibleRecord}: behind its name the length of what follows, the number of components, and these. */
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
