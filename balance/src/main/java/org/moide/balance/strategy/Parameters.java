package org.moide.balance.strategy;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.GrowingPause;

/**
 * A strategy's parameters: each is asked for once, by name, and what is left over is an error of the user's. Errors say what
 * was expected, what was found, and in which line of which file.
 */
public final class Parameters {
    /** Most first pauses to which a pause doubles: at 2 ms somebody idle asks 16 times a second at the least. */
    private static final int LONGEST_PAUSES = 32;

    private static final double NANOS_PER_MILLI = 1e6;

    private static final double NANOS_PER_SECOND = 1e9;

    /** A day in milliseconds: longer is a slip of the pen, and far from any overflow. */
    private static final double LONGEST_MILLIS = 86_400_000;

    private final StrategySpec spec;
    private final Map<String, StrategySpec.Setting> unread;
    private final TreeSet<String> known = new TreeSet<>();

    /**
     * Reads the parameters of this strategy; whoever makes it calls {@link #requireAllRead} when the strategy has read
     * its own.
     */
    public Parameters(StrategySpec spec) {
        this.spec = spec;
        this.unread = new TreeMap<>(spec.settings());
    }

    /** A whole number from 1 on. */
    public long number(String name, long otherwise) {
        return number(name, otherwise, 1, Long.MAX_VALUE);
    }

    /** A whole number from {@code least} to {@code most}. */
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
            // said below, as for a number out of range
        }
        throw bad(name, "a whole number from " + least + (most == Long.MAX_VALUE ? " on" : " to " + most), setting);
    }

    /** A number from {@code least} to {@code most}, decimals allowed. */
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
            // said below, as for a number out of range
        }
        throw bad(name, "a number from " + least + " to " + most, setting);
    }

    /** Pauses between tries that bring nothing, of which the first takes this many milliseconds. */
    GrowingPause pause(String name, double otherwiseMillis) {
        return pause(nanos(name, otherwiseMillis));
    }

    static GrowingPause pause(long firstNanos) {
        return new GrowingPause(firstNanos, LONGEST_PAUSES * firstNanos);
    }

    /** Milliseconds above 0, decimals allowed; answers nanoseconds. */
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
            // said below, as for a number out of range
        }
        throw bad(name, "milliseconds above 0 and up to a day", setting);
    }

    /** Seconds, decimals allowed; answers nanoseconds. */
    public long nanosOfSeconds(String name, double otherwise, double least, double most) {
        return Math.round(real(name, otherwise, least, most) * NANOS_PER_SECOND);
    }

    /**
     * A value of a form of its own.
     *
     * @param expected what it has to be, for errors
     * @param read makes a value of the words; what it throws as {@link IllegalArgumentException} says what is wrong with them
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

    /** Reads one of some words. */
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
     * The groups that members are divided into: {@code groups = 4} makes groups of four by number, {@code groups =
     * file:groups.txt} has a line of members for each ({@link Groups}).
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
            // said below, as for a number that is too small
        }
        throw bad(name, "how many members a group has, or file:<name>", setting);
    }

    /**
     * Reads who is whose neighbour: {@code ring}, {@code hypercube}, {@code mesh}, {@code all}, or
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
     * Throws if something was given that nobody asked for.
     *
     * @throws IllegalArgumentException with the nearest names that were asked for
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
