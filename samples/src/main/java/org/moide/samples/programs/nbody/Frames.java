package org.moide.samples.programs.nbody;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.moide.samples.picture.Png;

/** The pictures of a film, frame-00000.png and on. Used by one thread. */
final class Frames implements Serializable {
    private static final long serialVersionUID = 1L;

    private final String folder;
    private final Sky sky;
    private int written;

    /** @param first the bodies that set scale and brightness */
    Frames(Path folder, Bodies first) throws IOException {
        this.folder = folder.toString();
        this.sky = new Sky(first);
        Files.createDirectories(folder);
    }

    /** Writes the next picture. */
    void write(Bodies bodies) throws IOException {
        Path file = Path.of(folder).resolve(String.format(Locale.ROOT, "frame-%05d.png", written));
        Png.write(file, Sky.WIDTH, Sky.HEIGHT, sky.draw(bodies));
        written++;
    }
}
