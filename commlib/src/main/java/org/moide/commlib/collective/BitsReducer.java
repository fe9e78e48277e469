package org.moide.commlib.collective;

import org.moide.commlib.ElementType;
import org.moide.commlib.Reduction;

/**
 * Combines two single elements, which are given as the bits of a long, by the same rules as {@link Reducer} combines
 * arrays.
 */
final class BitsReducer {
    private BitsReducer() {}

    static long join(ElementType type, long left, long right, Reduction reduction) {
        return switch (type) {
            case BYTE -> (byte) whole(left, right, reduction);
            case INT -> (int) whole(left, right, reduction);
            case LONG -> whole(left, right, reduction);
            case FLOAT ->
                Float.floatToRawIntBits(
                        join(Float.intBitsToFloat((int) left), Float.intBitsToFloat((int) right), reduction));
            case DOUBLE ->
                Double.doubleToRawLongBits(
                        join(Double.longBitsToDouble(left), Double.longBitsToDouble(right), reduction));
        };
    }

    /**
     * Combines whole numbers. For shorter types, the caller keeps the lower bits, which are right for sums and
     * products too.
     */
    private static long whole(long left, long right, Reduction reduction) {
        return switch (reduction) {
            case SUM -> left + right;
            case PRODUCT -> left * right;
            case MINIMUM -> Math.min(left, right);
            case MAXIMUM -> Math.max(left, right);
        };
    }

    private static float join(float left, float right, Reduction reduction) {
        return switch (reduction) {
            case SUM -> left + right;
            case PRODUCT -> left * right;
            case MINIMUM -> Math.min(left, right);
            case MAXIMUM -> Math.max(left, right);
        };
    }

    private static double join(double left, double right, Reduction reduction) {
        return switch (reduction) {
            case SUM -> left + right;
            case PRODUCT -> left * right;
            case MINIMUM -> Math.min(left, right);
            case MAXIMUM -> Math.max(left, right);
        };
    }
}
