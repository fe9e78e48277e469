package org.moide.commlib.system;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;

/**
 * Makes a randomly damaged file, for tests of code that reads users' files. The same seed, valid files and words give
 * the same damage.
 */
public final class Mutation {
    private static final Pattern NUMBER = Pattern.compile("[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?");
    private static final int MOST_CHANGES = 4;
    /** The number of kinds of damage for any format. */
    private static final int ALL_FORMATS = 14;

    /** Odd numbers that files contain: limits of types, texts in place of numbers, and forms that only Java accepts. */
    private static final List<String> ODD = List.of(
            "0",
            "-0",
            "1",
            "-1",
            "2",
            "3",
            "7",
            "255",
            "256",
            "65535",
            "65536",
            "2147483647",
            "2147483648",
            "-2147483648",
            "4294967295",
            "4294967296",
            "4294967297",
            "9223372036854775807",
            "9223372036854775808",
            "-9223372036854775808",
            "99999999999999999999999",
            "1e308",
            "1e309",
            "-1e309",
            "1e-400",
            "1e99999999999",
            "NaN",
            "nan",
            "inf",
            "-Infinity",
            "2f",
            "1d",
            "1D+3",
            "0x1p3",
            "0x10",
            "1_000",
            "1,5",
            "1.5",
            ".5",
            "5.",
            "+3",
            "--1",
            "1e",
            "e5",
            "-",
            "+",
            ".",
            "",
            "1L",
            "\u0661",
            "1/0",
            "#",
            "%",
            ":",
            "\\");

    private final SplittableRandom random;
    private byte[] file;
    private final List<byte[]> good;
    private final List<String> words;

    /** Creates a damaged copy of one of the valid files, whose format has no keywords. */
    public Mutation(long seed, List<byte[]> good) {
        this(seed, good, List.of());
    }

    /**
     * Creates a damaged copy of one of the valid files.
     *
     * @param words keywords of the format, to be inserted at wrong places, once or many times
     */
    public Mutation(long seed, List<byte[]> good, List<String> words) {
        this.random = new SplittableRandom(seed);
        this.good = good;
        this.words = words;
        this.file = good.get(random.nextInt(good.size())).clone();
        for (int changes = random.nextInt(1, MOST_CHANGES + 1); changes > 0; changes--) {
            change();
        }
        if (random.nextInt(30) == 0) {
            encode();
        }
    }

    /** Returns the damaged file. */
    public byte[] file() {
        return file;
    }

    private void change() {
        switch (random.nextInt(words.isEmpty() ? ALL_FORMATS : ALL_FORMATS + 6)) {
            case 0 -> replace(random.nextInt(1, 2), bytes(random.nextInt(1, 2)));
            case 1 -> flip();
            case 2 -> replace(0, bytes(random.nextInt(1, 9)));
            case 3 -> replace(random.nextInt(1, 20), new byte[0]);
            case 4 -> file = Arrays.copyOf(file, random.nextInt(file.length + 1));
            case 5 -> replace(0, part(file));
            case 6 -> replace(random.nextInt(20), part(good.get(random.nextInt(good.size()))));
            case 7, 8, 9, 10 -> replaceNumber();
            case 11, 12, 13 -> changeLines();
            default -> addWord();
        }
    }

    private void addWord() {
        String word = words.get(random.nextInt(words.size()));
        int times = random.nextBoolean() ? 1 : random.nextInt(1, 200);
        replace(random.nextInt(20) * random.nextInt(2), word.repeat(times).getBytes(StandardCharsets.UTF_8));
    }

    private byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    private void flip() {
        if (file.length > 0) {
            file[random.nextInt(file.length)] ^= (byte) (1 << random.nextInt(8));
        }
    }

    private byte[] part(byte[] of) {
        int from = random.nextInt(of.length + 1);
        return Arrays.copyOfRange(of, from, Math.min(of.length, from + random.nextInt(40)));
    }

    private void replace(int count, byte[] by) {
        int from = random.nextInt(file.length + 1);
        replace(from, Math.min(file.length, from + count), by);
    }

    private void replace(int from, int to, byte[] by) {
        byte[] changed = Arrays.copyOf(file, from + by.length + file.length - to);
        System.arraycopy(by, 0, changed, from, by.length);
        System.arraycopy(file, to, changed, from + by.length, file.length - to);
        file = changed;
    }

    private void replaceNumber() {
        Matcher matcher = NUMBER.matcher(new String(file, StandardCharsets.ISO_8859_1));
        List<MatchResult> numbers = matcher.results().toList();
        if (!numbers.isEmpty()) {
            // Every second time one of the first numbers: those are counts and sizes.
            int among = random.nextBoolean() ? Math.min(5, numbers.size()) : numbers.size();
            MatchResult number = numbers.get(random.nextInt(among));
            String odd = ODD.get(random.nextInt(ODD.size()));
            replace(number.start(), number.end(), odd.getBytes(StandardCharsets.UTF_8));
        }
    }

    private void changeLines() {
        String text = new String(file, StandardCharsets.ISO_8859_1);
        List<String> lines = new ArrayList<>(Arrays.asList(text.split("\n", -1)));
        String end = "\n";
        int one = random.nextInt(lines.size());
        int other = random.nextInt(lines.size());
        switch (random.nextInt(9)) {
            case 0 -> lines.add(other, lines.get(one));
            case 1 -> lines.remove(one);
            case 2 -> lines.set(one, lines.set(other, lines.get(one)));
            case 3 -> end = random.nextBoolean() ? "\r\n" : "\r";
            case 4 -> lines.add(one, "");
            case 5 -> lines.set(one, lines.get(one).toUpperCase(Locale.ROOT));
            case 6 -> lines.set(one, lines.get(one).toLowerCase(Locale.ROOT));
            case 7 -> lines.set(one, lines.get(one) + " " + ODD.get(random.nextInt(ODD.size() - 10)));
            default -> lines.set(one, lines.get(one) + lines.get(other));
        }
        file = String.join(end, lines).getBytes(StandardCharsets.ISO_8859_1);
    }

    private void encode() {
        String text = new String(file, StandardCharsets.ISO_8859_1);
        switch (random.nextInt(3)) {
            case 0 -> file = ("\uFEFF" + text).getBytes(StandardCharsets.UTF_8);
            case 1 -> file = text.getBytes(StandardCharsets.UTF_16);
            default -> {
                ByteArrayOutputStream zipped = new ByteArrayOutputStream();
                try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
                    out.write(file);
                } catch (IOException impossible) {
                    throw new UncheckedIOException(impossible);
                }
                file = zipped.toByteArray();
                if (random.nextInt(3) == 0) {
                    file = Arrays.copyOf(file, random.nextInt(file.length));
                }
            }
        }
    }
}
