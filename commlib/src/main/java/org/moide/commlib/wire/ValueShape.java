package org.moide.commlib.wire;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A hash of a value's structure, the same in every JVM. Of texts and byte arrays only the length counts, so the data of
 * applications may be left out of a value without changing the hash. Of a list of byte arrays, the number of arrays and
 * the lengths of the first and the last count. Other differences nearly always change the hash.
 */
public final class ValueShape {
    private static final long FACTOR = 0x9E3779B97F4A7C15L;

    private ValueShape() {}

    /** Returns the hash of a value's structure. The value must be one that {@link OutlineWriter} accepts. */
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
                shape += mixed(8, of(element)); // the order does not count
            }
        } else if (value instanceof List<?> list && !list.isEmpty() && list.get(0) instanceof byte[] first) {
            // a list of tasks may have millions of elements: hashing each would cost more than distributing them
            shape = mixed(mixed(shape, list.size()), mixed(first.length, of(list.get(list.size() - 1))));
        } else if (value instanceof Collection<?> collection) {
            for (Object element : collection) {
                shape = mixed(shape, of(element));
            }
        } else if (value instanceof Map<?, ?> map) {
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                shape += mixed(of(entry.getKey()), of(entry.getValue())); // the order does not count
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
