package org.moide.command.serve;

import java.io.IOException;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.moide.commlib.wire.CallValues;

/**
 * The encoding of the values that an application puts into its report: strings, booleans, numbers, and arrays of
 * numbers. Decoding returns equal values, except that a number of a class outside the JDK becomes a {@code Double}, and
 * an array of objects an array of {@code Number}.
 */
public final class Values {
    private static final Set<Class<?>> AS_THEY_ARE =
            Set.of(Byte.class, Short.class, Integer.class, Long.class, Float.class, Double.class);

    /**
     * A number of any length, as decimal digits.
     *
     * @param whole true for a {@code BigInteger}, false for a {@code BigDecimal}
     */
    record Digits(String digits, boolean whole) implements Serializable {
        private static final long serialVersionUID = 1L;

        Number number() {
            return whole ? new BigInteger(digits) : new BigDecimal(digits);
        }
    }

    private Values() {}

    /** Encodes the values as a list of names and values, in the encoding of calls. */
    static byte[] encode(Map<String, Object> values) {
        List<Object> namesAndValues = new ArrayList<>();
        values.forEach((name, value) -> {
            namesAndValues.add(name);
            namesAndValues.add(sent(value));
        });
        try {
            return CallValues.bytes(namesAndValues);
        } catch (IOException other) {
            throw new IllegalArgumentException(
                    "expected strings, booleans, numbers and arrays of numbers: " + other.getMessage(), other);
        }
    }

    private static Object sent(Object value) {
        if (value instanceof BigInteger || value instanceof BigDecimal) {
            return new Digits(value.toString(), value instanceof BigInteger);
        } else if (value instanceof Object[] numbers) {
            return Arrays.stream(numbers).map(Values::sent).toArray();
        }
        return value instanceof Number number && !AS_THEY_ARE.contains(value.getClass())
                ? (Object) number.doubleValue()
                : value;
    }

    /**
     * Decodes the values, in their order.
     *
     * @throws IOException if the bytes are malformed
     */
    public static Map<String, Object> decode(byte[] bytes) throws IOException {
        Map<String, Object> values = new LinkedHashMap<>();
        try {
            for (Iterator<?> all = CallValues.decode(bytes, List.class).iterator(); all.hasNext(); ) {
                values.put((String) all.next(), received(all.next()));
            }
        } catch (RuntimeException other) {
            throw new IOException("expected names and values of a report, found something else: " + other, other);
        }
        return values;
    }

    private static Object received(Object value) {
        if (value instanceof Object[] numbers) {
            return Arrays.stream(numbers).map(Values::received).toArray(Number[]::new);
        } else if (value instanceof Digits digits) {
            return digits.number();
        }
        boolean known = value instanceof String
                || value instanceof Boolean
                || AS_THEY_ARE.contains(value.getClass())
                || (value.getClass().isArray()
                        && value.getClass().getComponentType().isPrimitive());
        if (!known) {
            throw new IllegalArgumentException("a value of " + value.getClass().getTypeName());
        }
        return value;
    }
}
