package org.moide.engine;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The command line arguments after the application's name: {@code --name value}, {@code --name=value}, flags
 * ({@code --check}) and plain words. Immutable; any thread.
 *
 * <p>Call {@link #allow} first (in {@link Program#check}), so that a misspelt option is reported instead of ignored.
 *
 * @param words the arguments as given, in order
 */
public record Arguments(List<String> words) implements Serializable {
    private static final long serialVersionUID = 1L;

    public Arguments {
        words = List.copyOf(words);
    }

    public static Arguments of(String... words) {
        return new Arguments(List.of(words));
    }

    /**
     * Checks that the arguments contain nothing but these options, flags and plain words.
     *
     * @param valued the options that take a value, with their dashes; the value must not be empty
     * @param flags the options that take no value, with their dashes
     * @param plainWords the largest number of words that are neither options nor their values
     * @throws UsageException if a word is unknown, an option has no value, or a flag has one; the message names the
     *     word and the known options
     */
    public void allow(Set<String> valued, Set<String> flags, int plainWords) {
        int plain = 0;
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            String name = nameOf(word);
            if (!isOption(word)) {
                plain++;
                if (plain > plainWords) {
                    throw new UsageException("unexpected argument '" + word + "'" + known(valued, flags));
                }
            } else if (flags.contains(name)) {
                if (word.contains("=")) {
                    throw new UsageException(name + " takes no value, found '" + word + "'");
                }
            } else if (valued.contains(name)) {
                boolean isApart = !word.contains("=");
                i += isApart ? 1 : 0;
                if (i == words.size() || (isApart && isOption(words.get(i)))) {
                    throw new UsageException(name + " needs a value: " + name + " <value>");
                }
                if (words.get(i).isEmpty() || word.equals(name + "=")) {
                    throw new UsageException(
                            name + ": expected a value, found an empty one, as of a variable that is not set");
                }
            } else {
                throw new UsageException("unknown option '" + name + "'" + known(valued, flags));
            }
        }
    }

    /**
     * Checks that an option is given only together with an option that it depends on.
     *
     * @throws UsageException if {@code option} is given and none of {@code others} is
     */
    public void requireBeside(String option, String... others) {
        if (isGiven(option) && Arrays.stream(others).noneMatch(this::isGiven)) {
            throw new UsageException(
                    option + ": expected with " + String.join(" or ", others) + ", without which it has no effect");
        }
    }

    /**
     * Checks that an option is not given together with one that makes it ineffective.
     *
     * @throws UsageException if both {@code option} and {@code other} are given
     */
    public void refuseBeside(String option, String other) {
        if (isGiven(option) && isGiven(other)) {
            throw new UsageException(option + ": expected without " + other + ", beside which it has no effect");
        }
    }

    private boolean isGiven(String option) {
        return flag(option) || has(option);
    }

    /** Returns whether a flag was given. */
    public boolean flag(String name) {
        return words.contains(name);
    }

    /** Returns whether an option was given with a value. */
    public boolean has(String name) {
        for (int i = 0; i < words.size(); i++) {
            if (words.get(i).startsWith(name + "=") || (words.get(i).equals(name) && i + 1 < words.size())) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns an option's value, or {@code otherwise} if the option was not given. If it was given several times, the
     * last value counts.
     */
    public String text(String name, String otherwise) {
        String found = otherwise;
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (word.startsWith(name + "=")) {
                found = word.substring(name.length() + 1);
            } else if (word.equals(name) && i + 1 < words.size()) {
                found = words.get(i + 1);
            }
        }
        return found;
    }

    /**
     * Returns an option's value as a whole number, or {@code otherwise} if the option was not given. Underscores in the
     * number are ignored.
     *
     * @throws UsageException if the value is not a whole number from {@code least} to {@code most}
     */
    public long integer(String name, long otherwise, long least, long most) {
        String text = text(name, Long.toString(otherwise));
        long value;
        try {
            value = Long.parseLong(text.replace("_", ""));
        } catch (NumberFormatException notANumber) {
            throw new UsageException(
                    name + ": expected a whole number from " + least + " to " + most + ", found '" + text + "'");
        }
        if (value < least || value > most) {
            throw new UsageException(name + ": expected " + least + " to " + most + ", found " + value);
        }
        return value;
    }

    /**
     * Returns an option's value as an int, or {@code otherwise} if the option was not given. Underscores in the number
     * are ignored.
     *
     * @throws UsageException if the value is not a whole number from {@code least} to {@code most}
     */
    public int count(String name, int otherwise, int least, int most) {
        return (int) integer(name, otherwise, least, most);
    }

    /**
     * Returns an option's value as a floating-point number, or {@code otherwise} if the option was not given.
     *
     * @throws UsageException if the value is not a number from {@code least} to {@code most}
     */
    public double number(String name, double otherwise, double least, double most) {
        String text = text(name, Double.toString(otherwise));
        double value;
        try {
            value = Double.parseDouble(text);
        } catch (NumberFormatException notANumber) {
            throw new UsageException(
                    name + ": expected a number from " + least + " to " + most + ", found '" + text + "'");
        }
        if (!(value >= least && value <= most)) {
            throw new UsageException(name + ": expected " + least + " to " + most + ", found " + text);
        }
        return value;
    }

    /**
     * Returns the words that are neither options nor their values.
     *
     * @param flags the options that take no value; the word after one is a plain word
     */
    public List<String> plain(Set<String> flags) {
        List<String> plain = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (!isOption(word)) {
                plain.add(word);
            } else if (!word.contains("=") && !flags.contains(word)) {
                i++;
            }
        }
        return plain;
    }

    private static boolean isOption(String word) {
        return word.startsWith("--") && word.length() > 2;
    }

    private static String nameOf(String word) {
        int equals = word.indexOf('=');
        return equals < 0 ? word : word.substring(0, equals);
    }

    private static String known(Set<String> valued, Set<String> flags) {
        Set<String> all = new TreeSet<>(valued);
        all.addAll(flags);
        return all.isEmpty() ? ": this application takes none" : "; the options are " + String.join(" ", all);
    }

    @Override
    public String toString() {
        return String.join(" ", words);
    }
}
