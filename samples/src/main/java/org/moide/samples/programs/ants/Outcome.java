package org.moide.samples.programs.ants;

import java.io.IOException;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.moide.samples.picture.Gif;
import org.moide.samples.picture.Png;

/** The regions that have ended (at the end these are all regions), and the pictures of the film. Used by one thread. */
final class Outcome implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The time from one picture of the film to the next, in hundredths of a second. */
    private static final int PICTURE_HUNDREDTHS = 8;

    private static final int NUMBERS = 4;

    private final Options options;
    private final Map<Integer, Region> regions = new TreeMap<>();
    private final Map<Integer, Packed> frames = new TreeMap<>();

    Outcome(Member member) {
        options = member.options();
        if (member instanceof Region region) {
            regions.put(region.number(), region);
        } else if (member instanceof Camera camera) {
            frames.putAll(camera.frames());
        }
    }

    Options options() {
        return options;
    }

    Outcome add(Outcome other) {
        regions.putAll(other.regions);
        frames.putAll(other.frames);
        return this;
    }

    /** Returns how often food was brought home. */
    long food() {
        return regions.values().stream().mapToLong(Region::food).sum();
    }

    /** Checks that each region and each ant is present once, and that all steps were made. */
    void requireAll() {
        boolean[] met = new boolean[options.ants()];
        int ants = 0;
        for (Region region : regions.values()) {
            if (!region.isDone()) {
                throw new IllegalStateException("region " + region.number() + ": expected " + options.steps()
                        + " steps, found " + region.step());
            }
            for (int index = 0; index < region.ants().count(); index++) {
                int ant = region.ants().ant(index);
                if (met[ant]) {
                    throw new IllegalStateException(
                            "expected each ant once, found ant " + ant + " again in region " + region.number());
                }
                met[ant] = true;
                ants++;
            }
        }
        int pictures = options.isFilmed() ? options.steps() / options.frameEvery() + 1 : 0;
        if (ants != options.ants() || regions.size() != options.regions() || frames.size() != pictures) {
            throw new IllegalStateException(
                    "expected " + options.ants() + " ants in " + options.regions() + " regions and " + pictures
                            + " pictures, found " + ants + ", " + regions.size() + " and " + frames.size());
        }
    }

    /** Returns the scent of all cells, row by row. */
    private int[] scent() {
        int[] scent = new int[options.width() * options.height()];
        for (Region region : regions.values()) {
            for (int y = region.y0(); y < region.y0() + region.height(); y++) {
                for (int x = region.x0(); x < region.x0() + region.width(); x++) {
                    scent[y * options.width() + x] = region.scent(x, y);
                }
            }
        }
        return scent;
    }

    /** Returns the place, direction and load of all ants, in the order of their numbers. */
    private int[] ants() {
        int[] all = new int[NUMBERS * options.ants()];
        for (Region region : regions.values()) {
            Colony ants = region.ants();
            for (int index = 0; index < ants.count(); index++) {
                int at = NUMBERS * ants.ant(index);
                all[at] = ants.x(index);
                all[at + 1] = ants.y(index);
                all[at + 2] = ants.heading(index);
                all[at + 3] = ants.load(index);
            }
        }
        return all;
    }

    /** Returns the SHA-256 of the scent of all cells and then of all ants, each number as four bytes, lowest first. */
    String digest() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(bytes(scent()));
            digest.update(bytes(ants()));
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException unheardOf) {
            throw new IllegalStateException("expected a JDK with SHA-256, which all must have", unheardOf);
        }
    }

    private static ByteBuffer bytes(int[] numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asIntBuffer().put(numbers);
        return bytes;
    }

    /**
     * Computes the whole run again without regions, and compares the results.
     *
     * @throws IllegalStateException if a cell, an ant or the amount of food differs
     */
    void check() {
        WholeGrid whole = new WholeGrid(options);
        whole.runAll();
        int[] scent = scent();
        for (int at = 0; at < scent.length; at++) {
            int x = at % options.width();
            int y = at / options.width();
            require("cell " + x + ", " + y, whole.scent(x, y), scent[at]);
        }
        int[] ants = ants();
        for (int ant = 0; ant < options.ants(); ant++) {
            int[] expected = whole.ant(ant);
            for (int number = 0; number < NUMBERS; number++) {
                require("ant " + ant + ", number " + number, expected[number], ants[NUMBERS * ant + number]);
            }
        }
        require("food", whole.food(), food());
    }

    private static void require(String what, long expected, long found) {
        if (found != expected) {
            throw new IllegalStateException(
                    what + ": expected " + expected + " as one thread finds it, found " + found);
        }
    }

    /** Writes the pictures and films that were requested. */
    void write() throws IOException {
        if (options.picture().isWanted()) {
            byte[] whole = new byte[options.width() * options.height()];
            Rules rules = new Rules(options);
            for (Region region : regions.values()) {
                byte[] colours = Painter.paint(region, rules);
                Painter.put(options, region.number(), colours, whole);
            }
            options.picture().write(options.width(), options.height(), Painter.rgb(whole));
        }
        if (!options.frames().isEmpty()) {
            Path folder = Files.createDirectories(Path.of(options.frames()));
            int number = 0;
            for (Packed frame : frames.values()) {
                Path file = folder.resolve(String.format(Locale.ROOT, "frame-%05d.png", number));
                Png.write(file, options.width(), options.height(), Painter.rgb(frame.colours()));
                number++;
            }
        }
        if (!options.film().isEmpty()) {
            Gif gif = new Gif(options.width(), options.height(), Painter.palette(), PICTURE_HUNDREDTHS);
            gif.write(
                    Path.of(options.film()),
                    frames.values().stream().map(Packed::colours).iterator());
        }
    }
}
