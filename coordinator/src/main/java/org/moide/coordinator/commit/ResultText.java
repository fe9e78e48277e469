package org.moide.coordinator.commit;

import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Converts a named result to text and back. The text includes the type, which JSON's numbers do not have. */
final class ResultText {
    private static final String BETWEEN = ":";

    private ResultText() {}

    static String of(Serializable value) {
        if (value instanceof double[] numbers) {
            return text("doubles", Arrays.stream(numbers).boxed());
        }
        if (value instanceof long[] numbers) {
            return text("longs", Arrays.stream(numbers).boxed());
        }
        if (value instanceof int[] numbers) {
            return text("ints", Arrays.stream(numbers).boxed());
        }
        return typeOf(value) + BETWEEN + value;
    }

    private static String text(String type, Stream<?> numbers) {
        return type + BETWEEN + numbers.map(String::valueOf).collect(Collectors.joining(" "));
    }

    private static String typeOf(Serializable value) {
        if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return "int";
        }
        if (value instanceof Long) {
            return "long";
        }
        if (value instanceof Boolean) {
            return "boolean";
        }
        if (value instanceof BigInteger) {
            return "integer";
        }
        if (value instanceof BigDecimal) {
            return "decimal";
        }
        return value instanceof Number ? "double" : "text";
    }

    /**
     * Reads a result from text.
     *
     * @throws IllegalArgumentException if the text is no result
     */
    static Serializable value(String text) {
        int end = text.indexOf(BETWEEN);
        String type = end < 0 ? text : text.substring(0, end);
        String value = text.substring(end + 1);
        return switch (type) {
            case "int" -> Integer.valueOf(value);
            case "long" -> Long.valueOf(value);
            case "double" -> Double.valueOf(value);
            case "boolean" -> Boolean.valueOf(value);
            case "integer" -> new BigInteger(value);
            case "decimal" -> new BigDecimal(value);
            case "text" -> value;
            case "doubles" -> words(value).mapToDouble(Double::parseDouble).toArray();
            case "longs" -> words(value).mapToLong(Long::parseLong).toArray();
            case "ints" -> words(value).mapToInt(Integer::parseInt).toArray();
            default -> throw new IllegalArgumentException("expected a result with its type, found '" + text + "'");
        };
    }

    private static Stream<String> words(String value) {
        return value.isEmpty() ? Stream.of() : Arrays.stream(value.split(" ", -1));
    }
}
