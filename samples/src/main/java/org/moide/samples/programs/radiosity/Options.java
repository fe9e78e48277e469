package org.moide.samples.programs.radiosity;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Set;
import org.moide.engine.Arguments;
import org.moide.engine.UsageException;
import org.moide.samples.output.OutputFile;
import org.moide.samples.programs.radiosity.room.Room;
import org.moide.samples.programs.radiosity.room.RoomReader;
import org.moide.samples.programs.raytrace.scene.SceneFiles;

/**
 * The options of the command line.
 *
 * @param scene the room's file; empty for the room that comes with the sample
 * @param output the file for the picture; empty for none
 * @param isGathered whether light is gathered once more for the picture; if not, the picture shows the elements' light
 * @param accuracy the largest fraction of all light that a link may carry
 * @param smallestArea elements whose area is not larger are not divided
 * @param rest a pass that changes less than this fraction of all light is the last one
 * @param passes the greatest number of passes
 * @param checkpointEvery the number of passes between two checkpoints; 0 for as many as make enough work
 * @param warmUp how often all passes run before the time is taken
 * @param taskLog the file for the log of tasks; empty for none
 */
record Options(
        String scene,
        String output,
        boolean isGathered,
        double accuracy,
        double smallestArea,
        double rest,
        int passes,
        int checkpointEvery,
        int warmUp,
        String taskLog) {
    static final String USAGE = """
            --scene file      a room (docs/room-format.md); default the one that comes with it
            --output file     the PNG to write; default radiosity.png; none: no picture
            --shading name    gathered: the picture gathers light once more, default; vertices: the elements' own, even between corners
            --accuracy x      what part of all light an interaction may carry at most; default 0.00003
            --smallest x      elements of at most this area are not cut; default 0.003
            --rest x          the last pass is one that changes all that is sent out by at most this part; default 0.0001
            --passes n        at most so many; default 60
            --checkpoint-every n   passes between two checkpoints; default: as many as take some seconds
            --warm-up n       all passes are made n times before the clock starts; default 0
            --task-log file   write which tasks there were and how long each took, for bench/tpt.sh; one thread only""";

    private static final String SHIPPED = "study.room";
    private static final String NONE = "none";
    private static final Set<String> SHADINGS = Set.of("gathered", "vertices");

    /**
     * Reads and checks the options.
     *
     * @throws UsageException if an option is wrong; the message names the first one
     */
    static Options of(Arguments arguments) {
        arguments.allow(
                Set.of(
                        "--scene",
                        "--output",
                        "--shading",
                        "--accuracy",
                        "--smallest",
                        "--rest",
                        "--passes",
                        "--checkpoint-every",
                        "--warm-up",
                        "--task-log"),
                Set.of(),
                0);
        String output = arguments.text("--output", "radiosity.png");
        if (output.equals(NONE)) {
            arguments.refuseBeside("--shading", "--output"); // none
        }
        String shading = arguments.text("--shading", "gathered");
        if (!SHADINGS.contains(shading)) {
            throw new UsageException("--shading: expected gathered or vertices, found '" + shading + "'");
        }
        return new Options(
                arguments.text("--scene", ""),
                output.equals(NONE) ? "" : output,
                shading.equals("gathered"),
                arguments.number("--accuracy", 3e-5, 1e-9, 1.0),
                arguments.number("--smallest", 0.003, 1e-9, 1e9),
                arguments.number("--rest", 1e-4, 1e-12, 1.0),
                arguments.count("--passes", 60, 1, 10_000),
                arguments.count("--checkpoint-every", 0, 0, 10_000),
                arguments.count("--warm-up", 0, 0, 1000),
                arguments.text("--task-log", ""));
    }

    boolean isLogWanted() {
        return !taskLog.isEmpty();
    }

    boolean isPictureWanted() {
        return !output.isEmpty();
    }

    /**
     * Checks that the picture can be written.
     *
     * @throws UsageException if it cannot be written
     */
    void checkOutput() {
        if (isLogWanted()) {
            OutputFile.check("--task-log", Path.of(taskLog));
            OutputFile.checkApart("--task-log", taskLog, "--output", output);
        }
        if (!isPictureWanted()) {
            return;
        }
        try {
            Path file = Path.of(output);
            Path folder = file.toAbsolutePath().getParent();
            if (Files.isDirectory(file) || folder == null || !Files.isDirectory(folder) || !Files.isWritable(folder)) {
                throw new UsageException(
                        "--output " + output + ": expected a file in a folder that exists and can be written to");
            }
        } catch (InvalidPathException noPath) {
            throw new UsageException("--output: expected a file's name or none, found '" + output + "'");
        }
    }

    /**
     * Reads the room.
     *
     * @throws UsageException if there is no such file, or it describes no room
     */
    Room load() {
        try {
            if (scene.isEmpty()) {
                return RoomReader.read(
                        SHIPPED, SceneFiles.resourcesOf(Options.class).read(SHIPPED));
            }
            Path file = Path.of(scene).toAbsolutePath();
            return RoomReader.read(scene, SceneFiles.beside(file).read(file.toString()));
        } catch (IOException | InvalidPathException unreadable) {
            throw new UsageException("--scene: " + unreadable.getMessage());
        }
    }
}
