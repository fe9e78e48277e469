package org.moide.samples.programs.raytrace;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Consumer;
import org.moide.engine.Arguments;
import org.moide.engine.UsageException;
import org.moide.samples.programs.raytrace.scene.Scene;
import org.moide.samples.programs.raytrace.scene.Settings;

/**
 * The options of the command line. If an option was not given, its value here is 0 (for depth, −1), and the scene's own
 * value is used.
 *
 * @param scene the name of a scene, or of a file
 * @param paths the number of paths for each pixel; 0 for none
 * @param adaptive as in {@link Settings}
 * @param block the side of a block in pixels
 * @param warmUp for how many seconds, after reading the scene, engines compute parts of the picture as a warm-up; their
 *     first tasks after that are a rehearsal
 */
record Options(
        String scene,
        Path output,
        int width,
        int height,
        int samples,
        int depth,
        int paths,
        int adaptive,
        int block,
        int warmUp) {
    static final Set<String> VALUED = Set.of(
            "--scene",
            "--output",
            "--width",
            "--height",
            "--samples",
            "--depth",
            "--samples-path",
            "--adaptive",
            "--block",
            "--warm-up");
    /**
     * The default side of a block in pixels. Such a block takes some thousand rays: far longer than fetching the block
     * takes, but far less than a thread's part of the picture.
     */
    private static final int DEFAULT_BLOCK = 32;

    private static final int MOST_BLOCK = 4096;
    private static final int MOST_ADAPTIVE = 255;
    private static final int MOST_WARM_UP = 600;

    static String usage() {
        Settings settings = Settings.DEFAULT;
        return """
            --scene name|file   %s, or a scene file (docs/scene-format.md); default %s
            --output file       the PNG to write; default picture.png
            --width n           pixels; default what the scene says, else %d (with only one of the two
            --height n          given the other keeps the scene's proportions); default height %d
            --samples n         n × n rays per pixel, 1 to %d; default what the scene says, else %d
            --samples-path n    n paths of light per pixel, 1 to %d, in place of samples: surfaces and sky light
                                each other; some hundred for a picture
            --adaptive n        take a pixel's other samples only if its first four differ by more than n of a
                                screen's 256 levels
            --depth n           how often a ray may be mirrored or refracted, 0 to %d; default as above, else %d
            --block n           the side of a block, which is one task, in pixels; default %d
            --warm-up n         engines make parts of the picture until n seconds after the scene was read; then all begin
                                with a rehearsal of the whole picture, which does not count""".formatted(
                        String.join(", ", new SceneLibrary().names()),
                        SceneLibrary.DEFAULT,
                        settings.width(),
                        settings.height(),
                        Settings.MOST_SAMPLES,
                        settings.samples(),
                        Settings.MOST_PATHS,
                        Settings.MOST_DEPTH,
                        settings.depth(),
                        DEFAULT_BLOCK);
    }

    /**
     * Reads and checks the options.
     *
     * @throws UsageException if an option is wrong; the message names the first one
     */
    static Options of(Arguments arguments) {
        arguments.allow(VALUED, Set.of(), 0);
        if (arguments.has("--samples-path") && (arguments.has("--samples") || arguments.has("--adaptive"))) {
            throw new UsageException(
                    "--samples-path: expected it without --samples and --adaptive, found one of them; paths"
                            + " stand in place of samples");
        }
        return new Options(
                arguments.text("--scene", SceneLibrary.DEFAULT),
                path(arguments.text("--output", "picture.png")),
                arguments.has("--width") ? arguments.count("--width", 1, 1, Settings.MOST_PIXELS) : 0,
                arguments.has("--height") ? arguments.count("--height", 1, 1, Settings.MOST_PIXELS) : 0,
                arguments.has("--samples") ? arguments.count("--samples", 1, 1, Settings.MOST_SAMPLES) : 0,
                arguments.has("--depth") ? arguments.count("--depth", 0, 0, Settings.MOST_DEPTH) : -1,
                arguments.has("--samples-path") ? arguments.count("--samples-path", 1, 1, Settings.MOST_PATHS) : 0,
                arguments.has("--adaptive") ? arguments.count("--adaptive", 1, 1, MOST_ADAPTIVE) : 0,
                arguments.count("--block", DEFAULT_BLOCK, 1, MOST_BLOCK),
                arguments.count("--warm-up", 0, 0, MOST_WARM_UP));
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException noPath) {
            throw new UsageException("--output: expected a file's name, found '" + text + "'");
        }
    }

    /**
     * Checks that the picture can be written, so that a long computation is not in vain.
     *
     * @throws UsageException if it cannot be written
     */
    void checkOutput() {
        Path folder = output.toAbsolutePath().getParent();
        if (Files.isDirectory(output) || folder == null) {
            throw new UsageException("--output: expected a file to write, found the folder " + output);
        }
        if (!Files.isDirectory(folder)) {
            throw new UsageException("--output: expected a file in a folder that is there, found no folder " + folder);
        }
        Path written = Files.exists(output) ? output : folder;
        if (!Files.isWritable(folder) || !Files.isWritable(written)) {
            throw new UsageException(
                    "--output: expected a file that can be written, found no permission for " + written);
        }
    }

    /**
     * Reads the scene, and replaces its settings by those that the user has given.
     *
     * @param user takes messages about those parts of the scene's files that were ignored
     * @throws UsageException if the scene cannot be read
     */
    Scene loadScene(Consumer<String> user) {
        Scene loaded = new SceneLibrary().load(scene, user);
        Settings settings = loaded.settings();
        int newWidth = width > 0 ? width : scaled(settings.width(), height, settings.height());
        int newHeight = height > 0 ? height : scaled(settings.height(), width, settings.width());
        settings = settings.withSize(newWidth, newHeight);
        if (samples > 0) {
            settings = settings.withSamples(samples);
        }
        settings = settings.withPaths(paths).withAdaptive(adaptive);
        if (depth >= 0) {
            settings = settings.withDepth(depth);
        }
        return loaded.with(settings);
    }

    /**
     * Returns a side of the picture. If the user has changed the other side, this one is scaled to keep the proportion.
     *
     * @param side this side in the scene
     * @param newOther the other side that the user has given
     * @param other the other side in the scene
     */
    private static int scaled(int side, int newOther, int other) {
        if (newOther == 0) {
            return side;
        }
        long scaled = Math.round((double) side * newOther / other);
        return (int) Math.max(1, Math.min(Settings.MOST_PIXELS, scaled));
    }
}
