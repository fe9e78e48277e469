package org.moide.samples.programs.radiosity;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.moide.engine.Arguments;
import org.moide.engine.UsageException;
import org.moide.samples.programs.raytrace.scene.Camera;
import org.moide.samples.programs.raytrace.scene.SceneFiles;
import org.moide.samples.programs.raytrace.scene.SceneFormatException;
import org.moide.samples.programs.raytrace.scene.Settings;
import org.moide.samples.programs.raytrace.scene.Vector3;

/**
 * What the user asks for.
 *
 * @param scene a file; empty for the room that comes with the sample
 * @param accuracy what part of all light a link may carry at most
 * @param smallestArea elements of at most this are not cut
 */
record Options(String scene, Path output, double accuracy, double smallestArea, int passes) {
    static final String USAGE = """
            --scene file      a room (docs/room-format.md); default the one that comes with it
            --output file     the PNG to write; default radiosity.png
            --accuracy x      what part of all light an interaction may carry at most; default 0.00003
            --smallest x      elements of at most this area are not cut; default 0.003
            --passes n        at most so many; it ends when the light has come to rest; default 60""";

    private static final String SHIPPED = "study.room";

    /** @throws UsageException naming the first that is wrong */
    static Options of(Arguments arguments) {
        arguments.allow(Set.of("--scene", "--output", "--accuracy", "--smallest", "--passes"), Set.of(), 0);
        String output = arguments.text("--output", "radiosity.png");
        try {
            return new Options(
                    arguments.text("--scene", ""),
                    Path.of(output),
                    arguments.number("--accuracy", 3e-5, 1e-9, 1.0),
                    arguments.number("--smallest", 0.003, 1e-9, 1e9),
                    arguments.count("--passes", 60, 1, 10_000));
        } catch (InvalidPathException noPath) {
            throw new UsageException("--output: expected a file's name, found '" + output + "'");
        }
    }

    /**
     * Looks whether the picture can be written.
     *
     * @throws UsageException if it cannot
     */
    void checkOutput() {
        Path folder = output.toAbsolutePath().getParent();
        if (Files.isDirectory(output) || folder == null || !Files.isDirectory(folder) || !Files.isWritable(folder)) {
            throw new UsageException(
                    "--output " + output + ": expected a file in a folder that exists and can be written to");
        }
    }

    /**
     * Reads the room.
     *
     * @throws UsageException if there is none, or what is wrong with it
     */
    Room load() {
        try {
            if (scene.isEmpty()) {
                return RoomReader.read(
                        SHIPPED, SceneFiles.resourcesOf(Options.class).read(SHIPPED));
            }
            Path file = Path.of(scene).toAbsolutePath();
            return RoomReader.read(scene, SceneFiles.beside(file).read(file.toString()));
        } catch (SceneFormatException noRoom) {
            throw new UsageException(noRoom.getMessage());
        } catch (IOException | InvalidPathException unreadable) {
            throw new UsageException("--scene: " + unreadable.getMessage());
        }
    }

    /** What stands for the room until it is broadcast. */
    Room nothing() {
        return new Room(Settings.DEFAULT, Camera.pinhole(Vector3.ZERO, new Vector3(0, 0, -1), 45), false, List.of());
    }
}
