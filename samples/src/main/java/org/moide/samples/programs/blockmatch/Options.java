package org.moide.samples.programs.blockmatch;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.moide.engine.Arguments;
import org.moide.engine.UsageException;
import org.moide.samples.output.OutputFile;
import org.moide.samples.picture.PictureFile;

/**
 * The options of the command line.
 *
 * @param input a film's file, a pattern of files, or empty for a computed scene
 * @param startsEven whether each engine reads a part of the film at the start; if not, the coordinator reads all of it
 * @param frames the most frames to use; 0 for all
 * @param range the largest distance that a block may have moved, in pixels
 * @param block the side of a block, in pixels
 * @param vectors the file for the vectors; empty if none is wanted
 * @param picture the file for a picture of one frame with its vectors
 * @param shown the number of the frame in that picture; 0 for the last frame
 * @param check whether all vectors are computed again by one thread
 */
record Options(
        String input,
        boolean startsEven,
        int frames,
        int width,
        int height,
        long seed,
        int range,
        int block,
        String vectors,
        PictureFile picture,
        int shown,
        boolean check) {
    static final String USAGE = """
            --input file      a film: film.y4m, or numbered pictures from 0 or 1 on, such as
                              frames/%04d.png or .pgm; without it a moving scene is computed
            --start one|even  one: the coordinator reads the film, and blocks begin there; even: each
                              engine reads a part of it, from a file that every host has under this
                              name, and its blocks begin there; default one
            --frames n        how many frames at most; default all, and 9 of a computed scene
            --size WxH        of a computed scene; default 720x576
            --seed n          of a computed scene; default 1
            --range n         how many pixels a block may have moved each way; default 15
            --block n         the side of a block in pixels; default 16
            --vectors file    write frame,row,column,dy,dx,error of each block as CSV
            --picture file    draw a frame with its vectors as PNG; none: do not; default none
            --picture-frame n which; default the last
            --check           compute all once more with one thread, and compare""";

    private static final String START = "--start";
    private static final String ONE = "one";
    private static final String EVEN = "even";

    private static final int USUAL_FRAMES = 9;
    private static final int MOST_FRAMES = 1_000_000;

    /** The most blocks. Each block takes twelve bytes at the coordinator, and more while it is a task. */
    private static final int MOST_BLOCKS = 1 << 26;

    /** The value that stands for an option that was not given. It is not a number, and no user would type it. */
    private static final String NOT_GIVEN = "(not given)";

    /** Reads and checks the options. */
    static Options of(Arguments arguments) {
        arguments.allow(
                Set.of(
                        "--input",
                        START,
                        "--frames",
                        "--size",
                        "--seed",
                        "--range",
                        "--block",
                        "--vectors",
                        PictureFile.OPTION,
                        "--picture-frame"),
                Set.of("--check"),
                0);
        arguments.refuseBeside("--size", "--input");
        arguments.refuseBeside("--seed", "--input");
        if (arguments.text(PictureFile.OPTION, "none").equals("none")) {
            arguments.requireBeside("--picture-frame", PictureFile.OPTION + " file");
        }
        Matcher size =
                Pattern.compile("([1-9][0-9]{0,4})x([1-9][0-9]{0,4})").matcher(arguments.text("--size", "720x576"));
        if (!size.matches()) {
            throw new UsageException(
                    "--size: expected width and height such as 720x576, found '" + arguments.text("--size", "") + "'");
        }
        int width = Integer.parseInt(size.group(1));
        int height = Integer.parseInt(size.group(2));
        if ((long) width * height > Frame.MOST_PIXELS) {
            throw new UsageException("--size " + width + "x" + height + ": expected at most " + Frame.MOST_PIXELS
                    + " pixels, found " + (long) width * height);
        }
        String start = arguments.text(START, ONE);
        if (!start.equals(ONE) && !start.equals(EVEN)) {
            throw new UsageException(START + ": expected " + ONE + " or " + EVEN + ", found '" + start + "'");
        }
        String input = arguments.text("--input", "");
        int frames = unlessNone(arguments, "--frames", 2);
        return new Options(
                input,
                start.equals(EVEN),
                frames == 0 && input.isEmpty() ? USUAL_FRAMES : frames,
                width,
                height,
                arguments.integer("--seed", 1, Long.MIN_VALUE, Long.MAX_VALUE),
                arguments.count("--range", 15, 0, 1_000),
                arguments.count("--block", 16, 1, 1_000),
                arguments.text("--vectors", ""),
                PictureFile.of(arguments, "none"),
                unlessNone(arguments, "--picture-frame", 1),
                arguments.flag("--check"));
    }

    /**
     * Returns the value of an option that is a number of frames; 0 if the option is not given.
     *
     * @param least the least value that is allowed
     */
    private static int unlessNone(Arguments arguments, String option, int least) {
        boolean given = !arguments.text(option, NOT_GIVEN).equals(NOT_GIVEN);
        return given ? arguments.count(option, least, least, MOST_FRAMES) : 0;
    }

    /** Checks that the requested files can be written. Called on the coordinator's host, which writes them. */
    void checkFiles() {
        picture.check();
        if (!vectors.isEmpty()) {
            OutputFile.check("--vectors", Path.of(vectors));
            OutputFile.checkApart("--vectors", vectors, PictureFile.OPTION, picture.name());
        }
    }

    /** Opens the film. */
    Film film() {
        Film film = opened();
        if (film.frames() < 2) {
            throw new UsageException("--input " + input + ": expected at least 2 frames, found " + film.frames());
        }
        if (film.width() < block || film.height() < block) {
            throw new UsageException("--block " + block + ": expected no more than the frames' " + film.width() + " × "
                    + film.height() + " pixels");
        }
        long blocks = (long) (film.width() / block) * (film.height() / block) * (frames(film) - 1);
        if (blocks > MOST_BLOCKS) {
            throw new UsageException("--block " + block + ": expected at most " + MOST_BLOCKS
                    + " blocks in all frames, found " + blocks + "; choose larger blocks or fewer --frames");
        }
        if (shown >= frames(film)) {
            throw new UsageException("--picture-frame " + shown + ": expected a frame from 1 to " + (frames(film) - 1));
        }
        return film;
    }

    private Film opened() {
        if (input.isEmpty()) {
            return new MovingScene(width, height, frames, seed);
        }
        try {
            if (NumberedFilm.isPattern(input)) {
                return NumberedFilm.open(input, frames == 0 ? MOST_FRAMES : frames);
            }
            if (input.toLowerCase(Locale.ROOT).endsWith(".y4m")) {
                return Y4mFilm.open(Path.of(input));
            }
        } catch (IOException unreadable) {
            throw unreadable(unreadable);
        }
        throw new UsageException(
                "--input: expected a film such as film.y4m or a pattern such as frames/%04d.png or .pgm, found '"
                        + input + "'");
    }

    /** Returns a frame of a film that {@link #film} has opened. */
    Frame frame(Film film, int index) {
        try {
            return film.frame(index);
        } catch (IOException unreadable) {
            throw unreadable(unreadable);
        }
    }

    private static UsageException unreadable(IOException unreadable) {
        if (unreadable instanceof NoSuchFileException) {
            return new UsageException("--input " + unreadable.getMessage() + ": there is no such file");
        }
        if (unreadable instanceof AccessDeniedException) {
            return new UsageException("--input " + unreadable.getMessage() + ": there is no permission to read it");
        }
        return new UsageException("--input: " + unreadable.getMessage());
    }

    /** Returns the number of frames of the film that are used. */
    int frames(Film film) {
        return frames == 0 ? film.frames() : Math.min(frames, film.frames());
    }
}
