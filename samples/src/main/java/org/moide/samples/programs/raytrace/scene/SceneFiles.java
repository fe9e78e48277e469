package org.moide.samples.programs.raytrace.scene;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.moide.samples.text.TextLines;

/** Gives the files to which a scene file refers, from a folder or from the samples' own resources. */
@FunctionalInterface
public interface SceneFiles {
    /**
     * Returns the bytes of a file.
     *
     * @param name the name as in the scene file, relative to the folder in which the scene file is
     * @throws IOException if the file cannot be read; the message says why
     */
    byte[] bytes(String name) throws IOException;

    /**
     * Returns the text of a file.
     *
     * @throws IOException if the file cannot be read; the message says why
     */
    default String read(String name) throws IOException {
        return TextLines.whole(name, bytes(name), MOST_TEXT_BYTES);
    }

    /** The size of the largest file that is read: about that of a mesh with ten million triangles. */
    long MOST_BYTES = 1L << 30;

    /**
     * The size of the largest scene file: about that of a scene with a million spheres. All words of a scene file are
     * in memory at the same time.
     */
    int MOST_TEXT_BYTES = 1 << 26;

    /** Returns the files in the folder that contains {@code file}. */
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

    /** Returns the resources in the package of a class. */
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
