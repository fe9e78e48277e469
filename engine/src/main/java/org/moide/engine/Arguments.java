package org.moide.engine;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The words that stood after the application's name on the command line: {@code --name value}, {@code --name=value},
 * flags ({@code --check}) and plain words. Immutable; any thread.
 *
 * <p>Call {@link #allow} first (in {@link Program#check}), so that a misspelt option is an error and does not silently
 * leave the default.
 *
 * @param words all words, as they were given
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
     * @param plainWords the largest number of words that belong to no option
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
     * Checks that an option, if it is given, has one of the options beside it without which it has no effect.
     *
     * @throws UsageException if it is given, and none of the others is
     */
    public void requireBeside(String option, String... others) {
        if (isGiven(option) && Arrays.stream(others).noneMatch(this::isGiven)) {
            throw new UsageException(
                    option + ": expected with " + String.join(" or ", others) + ", without which it has no effect");
        }
    }

    /**
     * Checks that an option is not given together with another, beside which it has no effect.
     *
     * @throws UsageException if both are given
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

    /** Returns whether an option was given a value. */
    public boolean has(String name) {
        for (int i = 0; i < words.size(); i++) {
            if (words.get(i).startsWith(name + "=") || (words.get(i).equals(name) && i + 1 < words.size())) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns an option's value, the last one if it was given more than once; {@code otherwise} if it was not given.
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
     * Returns an option's value as a whole number; {@code otherwise} if it was not given. Underscores in the number are
     * ignored.
     *
     * @throws UsageException if the value is no whole number from {@code least} to {@code most}
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
     * Returns an option's value as {@link #integer} does, for a number that must fit an int.
     *
     * @throws UsageException if the value is no whole number from {@code least} to {@code most}
     */
    public int count(String name, int otherwise, int least, int most) {
        return (int) integer(name, otherwise, least, most);
    }

    /**
     * Returns an option's value as a number; {@code otherwise} if it was not given.
     *
     * @throws UsageException if the value is no number from {@code least} to {@code most}
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
     * Returns the words that belong to no option.
     *
     * @param flags the options that take no value, so that the word after one is not taken for its value
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
