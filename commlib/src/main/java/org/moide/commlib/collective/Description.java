package org.moide.commlib.collective;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.ElementType;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;

/**
 * The facts about a collective call on which all IDs must agree. It fits in a long that every message of the
 * collective contains, so that calls that do not match are noticed before they touch each other's data.
 *
 * @param type the type of the elements; null if there are none
 * @param root the root's ID; -1 if there is none
 * @param length in elements; 0 if IDs may give different lengths
 */
record Description(
        Operation operation,
        @Nullable ElementType type,
        @Nullable Reduction reduction,
        int root,
        int length) {
    private static final ElementType[] TYPES = ElementType.values();
    private static final Reduction[] REDUCTIONS = Reduction.values();

    /** The highest number of IDs: a root's ID must fit its 20 bits. */
    static final int MOST_IDS = (1 << 20) - 1;

    private static final int LENGTH_SHIFT = 0;
    private static final int ROOT_SHIFT = 31;
    private static final int REDUCTION_SHIFT = 51;
    private static final int TYPE_SHIFT = 54;
    private static final int OPERATION_SHIFT = 57;

    static Description of(Operation operation) {
        return new Description(operation, null, null, -1, 0);
    }

    static Description of(Operation operation, int root) {
        return new Description(operation, null, null, root, 0);
    }

    static Description of(Operation operation, int root, Slice data) {
        return new Description(operation, data.type(), null, root, data.length());
    }

    static Description of(Operation operation, int root, ElementType type) {
        return new Description(operation, type, null, root, 0);
    }

    static Description of(Slice data, Reduction reduction) {
        return new Description(Operation.ALL_REDUCE, data.type(), reduction, -1, data.length());
    }

    static Description of(Operation operation, int root, Slice data, Reduction reduction) {
        return new Description(operation, data.type(), reduction, root, data.length());
    }

    /**
     * Packs the description into a number that is not negative, so that it differs from -1, which stands for no
     * collective.
     */
    long pack() {
        return ((long) operation.code() << OPERATION_SHIFT)
                | ((long) (index(TYPES, type) + 1) << TYPE_SHIFT)
                | ((long) (index(REDUCTIONS, reduction) + 1) << REDUCTION_SHIFT)
                | ((long) (root + 1) << ROOT_SHIFT)
                | ((long) length << LENGTH_SHIFT);
    }

    static Description unpack(long packed) {
        int type = (int) (packed >> TYPE_SHIFT) & 7;
        int reduction = (int) (packed >> REDUCTION_SHIFT) & 7;
        return new Description(
                Operation.ofCode((int) (packed >> OPERATION_SHIFT)),
                type == 0 ? null : TYPES[type - 1],
                reduction == 0 ? null : REDUCTIONS[reduction - 1],
                ((int) (packed >> ROOT_SHIFT) & MOST_IDS) - 1,
                (int) (packed >> LENGTH_SHIFT) & Integer.MAX_VALUE);
    }

    private static int index(Object[] values, @Nullable Object wanted) {
        for (int i = 0; i < values.length; i++) {
            if (values[i] == wanted) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(operation.callName());
        if (root >= 0) {
            text.append(" from root ").append(root);
        }
        if (reduction != null) {
            text.append(' ').append(reduction);
        }
        if (type != null) {
            text.append(operation.isAnyLength() ? " of " : " of " + length + " ")
                    .append(type.name().toLowerCase(Locale.ROOT));
        }
        return text.toString();
    }
}
