package org.moide.samples.programs.nbody;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.moide.samples.picture.Apng;
import org.moide.samples.picture.Png;

/**
 * The writer of the pictures of a run: as files frame-00000.png and so on in a folder, as a film, or both. Used by one
 * thread.
 */
final class Frames implements Serializable {
    private static final long serialVersionUID = 1L;

    private static final int PICTURE_MILLIS = 40;

    private final String folder;
    private final String filmName;
    private final Sky sky;
    private final Apng film = new Apng(Sky.FILM_WIDTH, Sky.FILM_HEIGHT, Sky.filmPalette(), PICTURE_MILLIS);
    private int written;

    /**
     * Opens the folder or the film that is requested.
     *
     * @param folder the folder for pictures; empty for none
     * @param film the name of the film's file; empty for none
     * @param first the bodies by which scale and brightness are chosen
     */
    Frames(String folder, String film, Bodies first) throws IOException {
        this.folder = folder;
        this.filmName = film;
        this.sky = new Sky(first);
        if (!folder.isEmpty()) {
            Files.createDirectories(Path.of(folder));
        }
    }

    /** Adds the next picture. */
    void write(Bodies bodies) throws IOException {
        if (!folder.isEmpty()) {
            Path file = Path.of(folder).resolve(String.format(Locale.ROOT, "frame-%05d.png", written));
            Png.write(file, Sky.WIDTH, Sky.HEIGHT, sky.draw(bodies));
        }
        if (!filmName.isEmpty()) {
            film.add(sky.drawForFilm(bodies));
        }
        written++;
    }

    /** Completes the film after the last picture. */
    void end() throws IOException {
        if (!filmName.isEmpty()) {
            film.write(Path.of(filmName));
        }
    }
}
