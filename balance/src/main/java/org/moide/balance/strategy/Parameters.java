package org.moide.balance.strategy;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.GrowingPause;

/**
 * A strategy's parameters. The strategy reads each once by name; a setting that it does not read is an error of the
 * user. Error messages give the expected and the found value, with file and line.
 */
public final class Parameters {
    /**
     * The longest pause as a multiple of the first one. If the first is 2 ms, an idle member asks at least 16 times a
     * second.
     */
    private static final int LONGEST_PAUSES = 32;

    private static final double NANOS_PER_MILLI = 1e6;

    private static final double NANOS_PER_SECOND = 1e9;

    /**
     * The longest time that a parameter may have: a day, in milliseconds. A longer one is taken for a mistake, and
     * could overflow.
     */
    private static final double LONGEST_MILLIS = 86_400_000;

    private final StrategySpec spec;
    private final Map<String, StrategySpec.Setting> unread;
    private final TreeSet<String> known = new TreeSet<>();

    /**
     * Reads a strategy's settings. The strategy's maker calls {@link #requireAllRead} after the strategy has read its
     * parameters.
     */
    public Parameters(StrategySpec spec) {
        this.spec = spec;
        this.unread = new TreeMap<>(spec.settings());
    }

    /**
     * Reads a parameter that is a whole number of at least 1.
     *
     * @param otherwise the default
     */
    public long number(String name, long otherwise) {
        return number(name, otherwise, 1, Long.MAX_VALUE);
    }

    /**
     * Reads a parameter that is a whole number from {@code least} to {@code most}.
     *
     * @param otherwise the default
     */
    public long number(String name, long otherwise, long least, long most) {
        StrategySpec.Setting setting = read(name);
        if (setting == null) {
            return otherwise;
        }
        try {
            long value = Long.parseLong(setting.value().strip());
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // reported below, like a number out of range
        }
        throw bad(name, "a whole number from " + least + (most == Long.MAX_VALUE ? " on" : " to " + most), setting);
    }

    /**
     * Reads a parameter that is a decimal number from {@code least} to {@code most}.
     *
     * @param otherwise the default
     */
    public double real(String name, double otherwise, double least, double most) {
        StrategySpec.Setting setting = read(name);
        if (setting == null) {
            return otherwise;
        }
        try {
            double value = Double.parseDouble(setting.value().strip());
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // reported below, like a number out of range
        }
        throw bad(name, "a number from " + least + " to " + most, setting);
    }

    /** Reads the first pause, in milliseconds, between tries that fail; later pauses are longer. */
    GrowingPause pause(String name, double otherwiseMillis) {
        return pause(nanos(name, otherwiseMillis));
    }

    static GrowingPause pause(long firstNanos) {
        return new GrowingPause(firstNanos, LONGEST_PAUSES * firstNanos);
    }

    /**
     * Reads a time, given as a positive decimal number of milliseconds.
     *
     * @return nanoseconds
     */
    public long nanos(String name, double otherwiseMillis) {
        StrategySpec.Setting setting = read(name);
        if (setting == null) {
            return (long) (otherwiseMillis * NANOS_PER_MILLI);
        }
        try {
            double millis = Double.parseDouble(setting.value().strip());
            if (millis > 0 && millis <= LONGEST_MILLIS) {
                return Math.max(1, (long) (millis * NANOS_PER_MILLI));
            }
        } catch (NumberFormatException e) {
            // reported below, like a number out of range
        }
        throw bad(name, "milliseconds above 0 and up to a day", setting);
    }

    /**
     * Reads a time, given as a decimal number of seconds from {@code least} to {@code most}.
     *
     * @return nanoseconds
     */
    public long nanosOfSeconds(String name, double otherwise, double least, double most) {
        return Math.round(real(name, otherwise, least, most) * NANOS_PER_SECOND);
    }

    /**
     * Reads a parameter whose value has a syntax of its own.
     *
     * @param otherwise the default, as text
     * @param expected a description of the syntax, for errors
     * @param read parses the text; its {@link IllegalArgumentException} says what is wrong
     */
    public <V> V words(String name, String otherwise, String expected, Function<String, V> read) {
        StrategySpec.Setting setting = read(name);
        if (setting == null) {
            return read.apply(otherwise);
        }
        try {
            return read.apply(setting.value().strip());
        } catch (IllegalArgumentException wrong) {
            throw bad(name, expected + " (" + wrong.getMessage() + ")", setting);
        }
    }

    public boolean flag(String name, boolean otherwise) {
        return choice(name, otherwise ? "true" : "false", List.of("true", "false"))
                .equals("true");
    }

    /** Reads a parameter whose value must be one of the given words. */
    public String choice(String name, String otherwise, List<String> words) {
        StrategySpec.Setting setting = read(name);
        if (setting == null) {
            return otherwise;
        }
        String found = setting.value().strip();
        if (words.contains(found)) {
            return found;
        }
        throw bad(name, String.join(" or ", words), setting);
    }

    /**
     * Reads the division of members into groups: {@code groups = 4} makes groups of four by number,
     * {@code groups = file:groups.txt} reads a file with a line for each group ({@link Groups}).
     */
    public Groups groups(String name, int otherwise) {
        StrategySpec.Setting setting = read(name);
        if (setting == null) {
            return Groups.ofSize(otherwise);
        }
        String value = setting.value().strip();
        if (value.startsWith(StrategySpec.FILE)) {
            return Groups.parse(file(value), text(name, setting));
        }
        try {
            int size = Integer.parseInt(value);
            if (size >= 1) {
                return Groups.ofSize(size);
            }
        } catch (NumberFormatException e) {
            // reported below, like a number that is too small
        }
        throw bad(name, "how many members a group has, or file:<name>", setting);
    }

    /**
     * Reads the members' neighbours: {@code ring}, {@code hypercube}, {@code mesh}, {@code all}, or
     * {@code file:neighbours.txt} with lines such as {@code 0: 1 3} ({@link Neighbours}).
     */
    public Neighbours neighbours(String name, String otherwise) {
        StrategySpec.Setting setting = read(name);
        String value = setting == null ? otherwise : setting.value().strip();
        if (setting != null && value.startsWith(StrategySpec.FILE)) {
            return Neighbours.parse(file(value), text(name, setting));
        }
        Neighbours generated = Neighbours.generated(value);
        if (generated == null) {
            throw bad(
                    name,
                    String.join(", ", Neighbours.GENERATED) + " or file:<name>",
                    new StrategySpec.Setting(value, setting == null ? "" : setting.where()));
        }
        return generated;
    }

    /**
     * Checks that the strategy has read every setting of the user, since others would have no effect.
     *
     * @throws IllegalArgumentException if not, suggesting similar names
     */
    public void requireAllRead() {
        for (Map.Entry<String, StrategySpec.Setting> left : unread.entrySet()) {
            throw new IllegalArgumentException("strategy " + spec.name() + " has no parameter \"" + left.getKey() + "\""
                    + (known.isEmpty() ? ": it takes none" : NearestNames.hint(left.getKey(), known))
                    + in(left.getValue()));
        }
    }

    private StrategySpec.@Nullable Setting read(String name) {
        known.add(name);
        return unread.remove(name);
    }

    private static String file(String value) {
        return value.substring(StrategySpec.FILE.length()).strip();
    }

    private String text(String name, StrategySpec.Setting setting) {
        String text = spec.files().get(file(setting.value().strip()));
        if (text == null) {
            throw bad(name, "a file beside the parameters' own (--strategy-file)", setting);
        }
        return text;
    }

    private IllegalArgumentException bad(String name, String expected, StrategySpec.Setting found) {
        return new IllegalArgumentException("strategy " + spec.name() + ": expected " + name + " to be " + expected
                + ", found \"" + found.value() + "\"" + in(found));
    }

    private static String in(StrategySpec.Setting setting) {
        return setting.where().isEmpty() ? "" : " (" + setting.where() + ")";
    }
}
