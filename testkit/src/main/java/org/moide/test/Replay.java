package org.moide.test;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.run.Trouble;

/**
 * The description of one run to be repeated: a seed, or a smaller run made from that of a seed.
 *
 * @param engines the number of engines; 0 for that of the seed's own run
 * @param troubles the numbers of the troubles (kills and cut connections) that remain; null for all
 */
record Replay(long seed, int engines, int threads, @Nullable List<Integer> troubles) {
    private static final Pattern FORM =
            Pattern.compile("(\\d{1,18})(?:/(\\d{1,4})x(\\d{1,4})/(-|\\d{1,4}(?:\\.\\d{1,4})*))?");

    /**
     * Parses a description.
     *
     * @throws IllegalArgumentException if it is malformed
     */
    static Replay parse(String text) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "moide.seed: expected a seed such as 17, or what a failed test said, such as"
                            + " 17/2x1/0.2, found '" + text + "'");
        }
        long seed = Long.parseLong(form.group(1));
        if (form.group(2) == null) {
            return new Replay(seed, 0, 0, null);
        }
        String numbers = form.group(4);
        List<Integer> left = numbers.equals("-")
                ? List.of()
                : Arrays.stream(numbers.split("\\.", -1)).map(Integer::valueOf).toList();
        return new Replay(seed, Integer.parseInt(form.group(2)), Integer.parseInt(form.group(3)), left);
    }

    /** Returns the part of a seed's whole run that this object describes. */
    Trial of(Trial whole) {
        List<Integer> left = troubles;
        if (left == null) {
            return whole;
        }
        Map<Integer, Trouble> kept = new LinkedHashMap<>(whole.troubles());
        kept.keySet().retainAll(left);
        return whole.with(engines, threads, kept);
    }
}
