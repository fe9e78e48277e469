package org.moide.samples.programs.ants;

import java.io.Serializable;
import java.nio.file.Files;
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
 * The options of the command line. They are part of each worker's state, because any engine may be the one that handles
 * the results.
 *
 * @param columns the number of columns of regions
 * @param rows the number of rows of regions
 * @param sources the number of places with food
 * @param frameEvery the number of steps from one picture of the film to the next
 * @param frames the folder for the film's pictures as single files; empty if none are wanted
 * @param film the file for the film; empty if none is wanted
 */
record Options(
        int width,
        int height,
        int columns,
        int rows,
        int ants,
        int steps,
        int sources,
        long seed,
        int frameEvery,
        String frames,
        String film,
        PictureFile picture,
        boolean check)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    static final String USAGE = """
            --size WxH        cells of the grid; default 480x360
            --regions CxR     into how many regions the grid is cut; default 8x6
            --ants n          default 20000
            --steps n         default 1000
            --sources n       places with food, which wander; default 3
            --seed n          default 1
            --picture file    the PNG of the end; default ants.png; none: no picture
            --frames folder   writes pictures there, frame-00000.png and on
            --film file       writes the same pictures as an animated GIF, such as ants.gif
            --frame-every n   how many steps from one of these to the next; default 10
            --check           compute all once more with one thread, and compare""";

    private static final int MOST_CELLS = 1 << 26;
    private static final int MOST_REGIONS = 100_000;
    private static final int MOST_ANTS = 100_000_000;
    private static final int MOST_STEPS = 100_000_000;
    private static final int MOST_SOURCES = 1000;

    /** Reads and checks the options. */
    static Options of(Arguments arguments) {
        arguments.allow(
                Set.of(
                        "--size",
                        "--regions",
                        "--ants",
                        "--steps",
                        "--sources",
                        "--seed",
                        "--frames",
                        "--film",
                        "--frame-every",
                        PictureFile.OPTION),
                Set.of("--check"),
                0);
        arguments.requireBeside("--frame-every", "--frames", "--film");
        int[] size = pair(arguments, "--size", "480x360", "width and height");
        int[] regions = pair(arguments, "--regions", "8x6", "columns and rows");
        if ((long) size[0] * size[1] > MOST_CELLS) {
            throw new UsageException(
                    "--size: expected at most " + MOST_CELLS + " cells, found " + size[0] + "x" + size[1]);
        }
        if (regions[0] > size[0] || regions[1] > size[1] || (long) regions[0] * regions[1] > MOST_REGIONS) {
            throw new UsageException("--regions: expected at most a column and a row for each of " + size[0] + "x"
                    + size[1] + " cells, and at most " + MOST_REGIONS + " regions, found " + regions[0] + "x"
                    + regions[1]);
        }
        String film = arguments.text("--film", "");
        if (!film.isEmpty() && !film.toLowerCase(Locale.ROOT).endsWith(".gif")) {
            throw new UsageException("--film: expected a file's name that ends with .gif, found '" + film + "'");
        }
        return new Options(
                size[0],
                size[1],
                regions[0],
                regions[1],
                arguments.count("--ants", 20_000, 1, MOST_ANTS),
                arguments.count("--steps", 1000, 0, MOST_STEPS),
                arguments.count("--sources", 3, 1, MOST_SOURCES),
                arguments.integer("--seed", 1, Long.MIN_VALUE, Long.MAX_VALUE),
                arguments.count("--frame-every", 10, 1, MOST_STEPS),
                arguments.text("--frames", ""),
                film,
                PictureFile.of(arguments, "ants.png"),
                arguments.flag("--check"));
    }

    private static int[] pair(Arguments arguments, String option, String usual, String what) {
        String text = arguments.text(option, usual);
        Matcher found = Pattern.compile("([1-9][0-9]{0,4})x([1-9][0-9]{0,4})").matcher(text);
        if (!found.matches()) {
            throw new UsageException(option + ": expected " + what + " such as " + usual + ", found '" + text + "'");
        }
        return new int[] {Integer.parseInt(found.group(1)), Integer.parseInt(found.group(2))};
    }

    /** Checks that the requested files can be written. Called on the coordinator's host, which writes them. */
    void checkFiles() {
        picture.check();
        if (!film.isEmpty()) {
            OutputFile.check("--film", Path.of(film));
            OutputFile.checkApart("--film", film, PictureFile.OPTION, picture.name());
        }
        if (!frames.isEmpty() && Files.exists(Path.of(frames)) && !Files.isDirectory(Path.of(frames))) {
            throw new UsageException("--frames " + frames + ": expected a folder, found a file");
        }
    }

    boolean isFilmed() {
        return !frames.isEmpty() || !film.isEmpty();
    }

    /** Returns whether the film has a picture after this number of steps. */
    boolean isFilmed(int step) {
        return isFilmed() && step % frameEvery == 0;
    }

    int regions() {
        return columns * rows;
    }

    /** Returns the grid's column at which a column of regions begins. */
    int firstX(int column) {
        return (int) ((long) column * width / columns);
    }

    int firstY(int row) {
        return (int) ((long) row * height / rows);
    }
}
