package org.moide.balance.workload;

import java.util.Map;
import java.util.TreeMap;

/**
 * The parameters of a workload, as the command line gives them: {@code key=value,...}. Each is read once, with a
 * default. Used by one thread.
 */
public final class WorkloadParameters {
    private final String name;
    private final Map<String, String> unread = new TreeMap<>();
    private final Map<String, String> known = new TreeMap<>();

    /**
     * Creates the parameters from the text of the command line.
     *
     * @param name the workload's name, for messages
     * @param text settings separated by commas; may be empty
     * @throws IllegalArgumentException for a malformed or duplicate setting
     */
    public WorkloadParameters(String name, String text) {
        this.name = name;
        if (text.isEmpty()) {
            return;
        }
        for (String setting : text.split(",", -1)) {
            int equals = setting.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException(
                        "workload " + name + ": expected key=value, such as millis=1, found \"" + setting + "\"");
            }
            String key = setting.substring(0, equals).strip();
            if (unread.put(key, setting.substring(equals + 1).strip()) != null) {
                throw new IllegalArgumentException("workload " + name + ": expected " + key + " once, found it twice");
            }
        }
    }

    /**
     * Reads the word that is the value of a parameter.
     *
     * @param otherwise the default
     */
    public String word(String key, String otherwise) {
        known.put(key, otherwise);
        String given = unread.remove(key);
        return given == null ? otherwise : given;
    }

    /**
     * Reads where tasks and data objects are at the start: {@code place=root} or {@code place=members}.
     *
     * @param otherwise the result if the user does not set the parameter
     * @return true for the members, false for the root
     */
    public boolean atMembers(boolean otherwise) {
        String given = word("place", otherwise ? "members" : "root");
        if (!given.equals("members") && !given.equals("root")) {
            throw bad("place", "root or members", given);
        }
        return given.equals("members");
    }

    /**
     * Reads a parameter that is a decimal number from {@code least} to {@code most}.
     *
     * @param otherwise the default
     */
    public double real(String key, double otherwise, double least, double most) {
        String given = word(key, Double.toString(otherwise));
        try {
            double value = Double.parseDouble(given);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // reported below, like a number out of range
        }
        throw bad(key, "a number from " + least + " to " + most, given);
    }

    /**
     * Reads a parameter that is a whole number from {@code least} to {@code most}.
     *
     * @param otherwise the default
     */
    public long whole(String key, long otherwise, long least, long most) {
        String given = word(key, Long.toString(otherwise));
        try {
            long value = Long.parseLong(given);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // reported below, like a number out of range
        }
        throw bad(key, "a whole number from " + least + " to " + most, given);
    }

    private IllegalArgumentException bad(String key, String expected, String found) {
        return new IllegalArgumentException(
                "workload " + name + ": expected " + key + " to be " + expected + ", found \"" + found + "\"");
    }

    /**
     * Checks that every setting of the user was read, since others would have no effect.
     *
     * @throws IllegalArgumentException if not; lists the known parameters
     */
    public void requireAllRead() {
        if (!unread.isEmpty()) {
            throw new IllegalArgumentException("workload " + name + " has no parameter \""
                    + unread.keySet().iterator().next() + "\": there are " + String.join(", ", known.keySet()));
        }
    }
}
