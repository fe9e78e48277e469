package org.moide.balance.workload;

import java.util.Map;
import java.util.TreeMap;

/**
 * The parameters of a workload as the command line names it, {@code key=value,...}: each is read once, with the value that it has
 * if it is not given. One thread.
 */
public final class WorkloadParameters {
    private final String name;
    private final Map<String, String> unread = new TreeMap<>();
    private final Map<String, String> known = new TreeMap<>();

    /**
     * Takes the words apart.
     *
     * @param name the workload's, for messages
     * @param text the settings with commas between them; empty if there are none
     * @throws IllegalArgumentException for a word that is no setting, or one that is there twice
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

    /** A word. */
    public String word(String key, String otherwise) {
        known.put(key, otherwise);
        String given = unread.remove(key);
        return given == null ? otherwise : given;
    }

    /**
     * Reads where tasks and data objects are at the start: {@code place=root} or {@code place=members}.
     *
     * @param otherwise whether they are at the members if nothing is given
     * @return whether they are at the members
     */
    public boolean atMembers(boolean otherwise) {
        String given = word("place", otherwise ? "members" : "root");
        if (!given.equals("members") && !given.equals("root")) {
            throw bad("place", "root or members", given);
        }
        return given.equals("members");
    }

    /** A number within bounds. */
    public double real(String key, double otherwise, double least, double most) {
        String given = word(key, Double.toString(otherwise));
        try {
            double value = Double.parseDouble(given);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // said below, as for a number out of range
        }
        throw bad(key, "a number from " + least + " to " + most, given);
    }

    /** A whole number within bounds. */
    public long whole(String key, long otherwise, long least, long most) {
        String given = word(key, Long.toString(otherwise));
        try {
            long value = Long.parseLong(given);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // said below, as for a number out of range
        }
        throw bad(key, "a whole number from " + least + " to " + most, given);
    }

    private IllegalArgumentException bad(String key, String expected, String found) {
        return new IllegalArgumentException(
                "workload " + name + ": expected " + key + " to be " + expected + ", found \"" + found + "\"");
    }

    /**
     * Checks that nothing was given that nobody has read.
     *
     * @throws IllegalArgumentException with what there is
     */
    public void requireAllRead() {
        if (!unread.isEmpty()) {
            throw new IllegalArgumentException("workload " + name + " has no parameter \""
                    + unread.keySet().iterator().next() + "\": there are " + String.join(", ", known.keySet()));
        }
    }
}
