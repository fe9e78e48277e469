package org.moide.samples.programs.raytrace.scene;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.moide.samples.text.TextLines;

/** The place of a scene's files: a folder, or the samples' own resources. */
@FunctionalInterface
public interface SceneFiles {
    /**
     * The bytes of a file.
     *
     * @param name as the scene says it, relative to the scene's own folder
     * @throws IOException with a message that says why it cannot be read
     */
    byte[] bytes(String name) throws IOException;

    /**
     * The text of a file.
     *
     * @throws IOException with a message that says why it cannot be read
     */
    default String read(String name) throws IOException {
        return TextLines.whole(name, bytes(name), MOST_TEXT_BYTES);
    }

    /** A mesh of ten million triangles has a file about this long; a longer one is no scene. */
    long MOST_BYTES = 1L << 30;

    /** A scene of a million spheres has a file about this long; all its words are held at once. */
    int MOST_TEXT_BYTES = 1 << 26;

    /** The files beside a file. */
    static SceneFiles beside(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        return name -> {
            Path path;
            try {
                path = folder == null ? Path.of(name) : folder.resolve(name);
            } catch (InvalidPathException noPath) {
                throw new NoSuchFileException(name, null, "this is no file's name");
            }
            if (!Files.exists(path)) {
                throw new NoSuchFileException(path.toString(), null, "there is no such file");
            }
            if (!Files.isRegularFile(path) || !Files.isReadable(path)) {
                throw new IOException(path + " is no file that can be read");
            }
            if (Files.size(path) > MOST_BYTES) {
                throw new IOException(
                        path + " has " + Files.size(path) + " bytes, at most " + MOST_BYTES + " can be read");
            }
            return Files.readAllBytes(path);
        };
    }

    /** Resources beside a class. */
    static SceneFiles resourcesOf(Class<?> neighbour) {
        return name -> {
            try (InputStream stream = neighbour.getResourceAsStream(name)) {
                if (stream == null) {
                    throw new IOException("there is no resource " + name + " beside " + neighbour.getName());
                }
                return stream.readAllBytes();
            }
        };
    }
}
