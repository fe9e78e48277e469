package org.moide.hosts.allocation;

import java.util.Arrays;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.moide.coordinator.plan.PlanException;

/** Reads numbers as Slurm writes them. {@code 72(x2),36} is 72, 72 and 36, one number for each node. Stateless. */
final class SlurmCounts {
    private static final Pattern COUNT = Pattern.compile("([0-9]{1,9})(?:\\(x([0-9]{1,9})\\))?");

    private SlurmCounts() {}

    /**
     * Reads a list of numbers, one for each node.
     *
     * @return an empty array if the variable is not set
     * @throws PlanException if the list cannot be read, or has another length than {@code nodes}
     */
    static int[] of(Map<String, String> variables, String name, int nodes) {
        String text = variables.getOrDefault(name, "").strip();
        if (text.isEmpty()) {
            return new int[0];
        }
        int[] counts = new int[nodes];
        int filled = 0;
        Matcher count = COUNT.matcher(text);
        int at = 0;
        while (true) {
            count.region(at, text.length());
            if (!count.lookingAt()) {
                throw wrong(name, text, at, "a number such as 72 or 72(x2)");
            }
            int times = count.group(2) == null ? 1 : Integer.parseInt(count.group(2));
            if (times > nodes - filled) {
                throw wrong(name, text, at, "numbers of " + nodes + " nodes and no more");
            }
            Arrays.fill(counts, filled, filled + times, Integer.parseInt(count.group(1)));
            filled += times;
            at = count.end();
            if (at == text.length()) {
                break;
            }
            if (text.charAt(at) != ',') {
                throw wrong(name, text, at, "','");
            }
            at++;
        }
        if (filled < nodes) {
            throw wrong(name, text, at, "numbers of " + nodes + " nodes, found " + filled + ", then");
        }
        return counts;
    }

    /**
     * Reads a single number from an environment variable.
     *
     * @return the number; 0 if the variable is not set
     */
    static int one(Map<String, String> variables, String name) {
        String text = variables.getOrDefault(name, "").strip();
        if (text.isEmpty()) {
            return 0;
        }
        if (!text.matches("[0-9]{1,9}")) {
            throw wrong(name, text, 0, "a number");
        }
        return Integer.parseInt(text);
    }

    private static PlanException wrong(String name, String text, int at, String expected) {
        String rest = text.substring(at);
        String found = rest.isEmpty() ? "the end" : "'" + rest.substring(0, Math.min(40, rest.length())) + "'";
        return new PlanException(name + ", column " + (at + 1) + ": expected " + expected
                + (expected.endsWith("then") ? " " : ", found ") + found);
    }
}
