package org.moide.samples.programs.nbody;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.moide.engine.Arguments;
import org.moide.engine.UsageException;
import org.moide.samples.output.OutputFile;
import org.moide.samples.picture.PictureFile;
import org.moide.samples.programs.warm.WarmUp;

/**
 * The options of the command line. Empty texts stand for options that were not given.
 *
 * @param step the time between two positions, {@code --dt}
 * @param softening the softening length, {@code --eps}
 * @param mostWarmUpNanos the longest warm-up; 0 for none
 * @param rebalance space is divided again if an engine has more than this multiple of its share of the work
 */
record Options(
        int bodies,
        int steps,
        double theta,
        double step,
        double softening,
        long seed,
        double rebalance,
        boolean quadrupoles,
        boolean check,
        boolean collision,
        String input,
        String output,
        PictureFile picture,
        String frames,
        String film,
        int frameEvery,
        int checkpointEvery,
        boolean checkpointCost,
        long mostWarmUpNanos) {
    static final String USAGE = """
            --bodies n       how many (default 10000); not with --input
            --steps n        time steps (default 10; with --film 480)
            --theta t        how coarse: 0 exact, at most 1 (default 0.6); errors grow like its square
            --quadrupoles    cells act with their second moments, too: a quarter fewer interactions, each of
                             which takes longer; saves time with no --theta above 0.2
            --dt t           time of a step (default 0.025)
            --eps e          softening length (default 0.05)
            --model m        plummer: one star cluster (default); collision: two that meet (default with --film)
            --seed n         of the model (default 1)
            --rebalance r    partition the space anew when an engine has more than r times its due of the work
                             (default 1.1)
            --check          compares the last forces with the sum over all pairs
            --input file     bodies as CSV: x,y,z,vx,vy,vz,mass[,ax,ay,az]
            --picture file   the PNG to write after the last step (default nbody.png); none: no picture
            --output file    writes them so after the last step, with accelerations
            --frames folder  writes pictures there, frame-00000.png and on
            --film file      writes them as one film, an animated PNG, such as collision.png
            --frame-every k  a picture each k steps (default 1; with --film 4)
            --checkpoint-every k  steps from one safe point to the next (default 1)
            --checkpoint-cost  measures what they cost: makes them after ten steps, leaves them out after the next
                             ten, and so on; from 40 steps on
            --warm-up        steps that do not count before the first, until they are steady, for at most 1 s
            --warm-up-limit s  the same, for at most s seconds
            """;
    /** The default number of steps of a film, in which two clusters meet, pass through each other, and meet again. */
    private static final int FILM_STEPS = 480;

    private static final int FILM_FRAME_EVERY = 4;
    /** The most pictures of a film. All are kept, 40 KiB each, until the film is written. */
    private static final int MOST_PICTURES = 1000;

    private static final int MOST_STEPS = 10_000_000;
    /**
     * The longest step that is allowed. A body crosses a cluster in a time of about 2, so such a step gives no useful
     * result; but it does not lead to infinite numbers.
     */
    private static final double MOST_STEP = 1000.0;

    private static final double LEAST_STEP = 1e-9;
    private static final Set<String> VALUED = Set.of(
            "--bodies",
            "--steps",
            "--theta",
            "--dt",
            "--eps",
            "--model",
            "--seed",
            "--rebalance",
            "--input",
            "--output",
            "--picture",
            "--frames",
            "--film",
            "--frame-every",
            "--checkpoint-every",
            WarmUp.LIMIT);

    /**
     * Reads and checks the options.
     *
     * @throws UsageException if an option is wrong; files are not checked
     */
    static Options of(Arguments arguments) {
        arguments.allow(VALUED, Set.of("--quadrupoles", "--check", "--checkpoint-cost", WarmUp.OPTION), 0);
        arguments.requireBeside("--frame-every", "--frames", "--film");
        for (String ofModel : List.of("--bodies", "--model", "--seed")) {
            arguments.refuseBeside(ofModel, "--input");
        }
        String input = arguments.text("--input", "");
        String film = arguments.text("--film", "");
        String model = arguments.text("--model", film.isEmpty() || !input.isEmpty() ? "plummer" : "collision");
        if (!Set.of("plummer", "collision").contains(model)) {
            throw new UsageException("--model: expected plummer or collision, found '" + model + "'");
        }
        if (!film.isEmpty() && !film.toLowerCase(Locale.ROOT).endsWith(".png")) {
            throw new UsageException("--film: expected a file's name that ends with .png, found '" + film + "'");
        }
        int steps = arguments.count("--steps", film.isEmpty() ? 10 : FILM_STEPS, 0, MOST_STEPS);
        int frameEvery = arguments.count("--frame-every", film.isEmpty() ? 1 : FILM_FRAME_EVERY, 1, MOST_STEPS);
        if (!film.isEmpty() && steps / frameEvery >= MOST_PICTURES) {
            throw new UsageException("--film " + film + ": expected at most " + MOST_PICTURES + " pictures, found "
                    + (steps / frameEvery + 1) + ": give a larger --frame-every");
        }
        return new Options(
                arguments.count("--bodies", 10_000, 1, BodyFile.MOST_BODIES),
                steps,
                arguments.number("--theta", 0.6, 0.0, 1.0),
                arguments.number("--dt", 0.025, LEAST_STEP, MOST_STEP),
                arguments.number("--eps", 0.05, 1e-9, 1e9),
                arguments.integer("--seed", 1, Long.MIN_VALUE, Long.MAX_VALUE),
                arguments.number("--rebalance", 1.1, 1.0, 1e6),
                arguments.flag("--quadrupoles"),
                arguments.flag("--check"),
                model.equals("collision"),
                input,
                arguments.text("--output", ""),
                PictureFile.of(arguments, "nbody.png"),
                arguments.text("--frames", ""),
                film,
                frameEvery,
                arguments.count("--checkpoint-every", 1, 1, MOST_STEPS),
                arguments.flag("--checkpoint-cost"),
                WarmUp.mostNanos(arguments));
    }

    /**
     * Checks that the requested files can be written, as far as that is possible in advance. Called on the host of ID
     * 0.
     */
    void checkFiles() {
        picture.check();
        if (!output.isEmpty()) {
            Path folder = Path.of(output).toAbsolutePath().getParent();
            if (folder == null || !Files.isDirectory(folder) || Files.isDirectory(Path.of(output))) {
                throw new UsageException("--output " + output + ": expected a file in a folder that exists");
            }
        }
        if (!film.isEmpty()) {
            OutputFile.check("--film", Path.of(film));
            OutputFile.checkApart("--film", film, PictureFile.OPTION, picture.name());
        }
        if (!frames.isEmpty() && Files.exists(Path.of(frames)) && !Files.isDirectory(Path.of(frames))) {
            throw new UsageException("--frames " + frames + ": expected a folder, found a file");
        }
    }

    /** Returns whether the film or the folder gets a picture after this number of steps. */
    boolean isPictured(int step) {
        return !(frames.isEmpty() && film.isEmpty()) && step % frameEvery == 0;
    }

    /** Returns the bodies at the start. Called on the host of ID 0. */
    Bodies load() {
        if (!input.isEmpty()) {
            return BodyFile.read(Path.of(input));
        }
        return collision ? Plummer.collision(bodies, seed) : Plummer.cluster(bodies, seed);
    }
}
