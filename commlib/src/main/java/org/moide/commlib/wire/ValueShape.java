package org.moide.commlib.wire;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A number for what a value says: of texts and arrays of bytes only their length counts, so what applications say and
 * compute may be left out of a value without changing it; of a list of such arrays, how many there are, and the length
 * of the first and the last. The same in every JVM. Two values that differ in more have the same number by chance only.
 */
public final class ValueShape {
    private static final long FACTOR = 0x9E3779B97F4A7C15L;

    private ValueShape() {}

    /** The number of a value that {@link OutlineWriter} takes. */
    public static long of(@Nullable Object value) {
        if (value == null) {
            return 1;
        } else if (value instanceof Number number) {
            return mixed(number.longValue(), Double.doubleToLongBits(number.doubleValue()));
        } else if (value instanceof CharSequence text) {
            return mixed(2, text.length());
        } else if (value instanceof Record message) {
            RecordPlan plan = RecordPlan.of(message.getClass());
            long shape = MessageNames.of(message.getClass()).hashCode();
            for (int index = 0; index < plan.components(); index++) {
                shape = mixed(shape, of(plan.component(message, index)));
            }
            return shape;
        } else if (value instanceof byte[] bytes) {
            return mixed(3, bytes.length);
        } else if (value instanceof Enum<?> constant) {
            return mixed(4, constant.name().hashCode());
        } else if (value instanceof Boolean truth) {
            return truth ? 5 : 6;
        }
        return ofContainer(value);
    }

    private static long ofContainer(Object value) {
        long shape = 7;
        if (value instanceof Set<?> set) {
            for (Object element : set) {
                shape += mixed(8, of(element)); // in any order
            }
        } else if (value instanceof List<?> list && !list.isEmpty() && list.get(0) instanceof byte[] first) {
            // millions of tasks: to look at each would cost more than to hand them out
            shape = mixed(mixed(shape, list.size()), mixed(first.length, of(list.get(list.size() - 1))));
        } else if (value instanceof Collection<?> collection) {
            for (Object element : collection) {
                shape = mixed(shape, of(element));
            }
        } else if (value instanceof Map<?, ?> map) {
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                shape += mixed(of(entry.getKey()), of(entry.getValue())); // as well
            }
        } else if (value instanceof Object[] array) {
            for (Object element : array) {
                shape = mixed(shape, of(element));
            }
        } else if (value instanceof long[] numbers) {
            shape = mixed(shape, Arrays.hashCode(numbers));
        } else if (value instanceof int[] numbers) {
            shape = mixed(shape, Arrays.hashCode(numbers));
        } else if (value instanceof double[] numbers) {
            shape = mixed(shape, Arrays.hashCode(numbers));
        } else {
            shape = MessageNames.of(value.getClass()).hashCode();
        }
        return shape;
    }

    private static long mixed(long one, long other) {
        long mixed = (one ^ Long.rotateLeft(other, 29)) * FACTOR;
        return mixed ^ (mixed >>> 32);
    }
}
