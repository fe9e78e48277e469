package org.moide.samples.programs.raytrace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.moide.engine.UsageException;
import org.moide.samples.programs.raytrace.scene.Nearest;
import org.moide.samples.programs.raytrace.scene.Scene;
import org.moide.samples.programs.raytrace.scene.SceneFiles;
import org.moide.samples.programs.raytrace.scene.SceneReader;

/** Finds scenes: those that come with the sample by their names, those of the user by their files. */
final class SceneLibrary {
    static final String DEFAULT = "still";

    private final Map<String, Supplier<Scene>> scenes = new LinkedHashMap<>();

    SceneLibrary() {
        scenes.put(DEFAULT, () -> resource("still.scene"));
        scenes.put("sunflower", Sunflower::scene);
        scenes.put("flake", Flake::scene);
        scenes.put("soft", () -> resource("soft.scene"));
    }

    List<String> names() {
        return new ArrayList<>(scenes.keySet());
    }

    /**
     * Returns the scene of this name or, if there is none, the one in the file of this name.
     *
     * @param user takes messages about those parts of the scene's files that were ignored
     * @throws UsageException if there is neither, or if the file is not a scene
     */
    Scene load(String nameOrFile, Consumer<String> user) {
        Supplier<Scene> shipped = scenes.get(nameOrFile);
        if (shipped != null) {
            return shipped.get();
        }
        Path file;
        try {
            file = Path.of(nameOrFile);
        } catch (InvalidPathException noPath) {
            throw unknown(nameOrFile);
        }
        if (!Files.exists(file)) {
            throw unknown(nameOrFile);
        }
        try {
            return SceneReader.read(
                    nameOrFile,
                    SceneFiles.beside(file).read(file.toAbsolutePath().toString()),
                    SceneFiles.beside(file),
                    user);
        } catch (IOException cannotRead) {
            throw new UsageException("--scene: " + cannotRead.getMessage());
        }
    }

    private UsageException unknown(String found) {
        String nearest = Nearest.to(found, scenes.keySet());
        return new UsageException("--scene: expected a scene file or one of " + String.join(", ", names())
                + ", found '" + found + "', which is neither"
                + (nearest.isEmpty() ? "" : "; did you mean " + nearest + "?"));
    }

    private static Scene resource(String name) {
        SceneFiles files = SceneFiles.resourcesOf(SceneLibrary.class);
        try {
            return SceneReader.read(name, files.read(name), files, note -> {});
        } catch (IOException missing) {
            throw new IllegalStateException("the sample's own scene cannot be read: " + missing.getMessage(), missing);
        }
    }
}
