package org.moide.samples.picture;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.moide.engine.Arguments;
import org.moide.engine.Report;
import org.moide.engine.UsageException;
import org.moide.samples.output.OutputFile;

/**
 * The file of the picture that {@code --picture} requests, in samples whose main result is not a picture. The host of
 * ID 0 writes it.
 */
public record PictureFile(String name) implements Serializable {
    private static final long serialVersionUID = 1L;

    public static final String OPTION = "--picture";

    private static final String NONE = "none";

    /**
     * Reads the option {@code --picture}.
     *
     * @param otherwise the file's name if the option is not given
     * @throws UsageException if the value is not the name of a file
     */
    public static PictureFile of(Arguments arguments, String otherwise) {
        String name = arguments.text(OPTION, otherwise);
        try {
            if (name.isEmpty() || Path.of(name).getFileName() == null) {
                throw new InvalidPathException(name, "no file's name");
            }
        } catch (InvalidPathException noPath) {
            throw new UsageException(OPTION + ": expected a file's name or none, found '" + name + "'");
        }
        return new PictureFile(name.equals(NONE) ? "" : name);
    }

    public boolean isWanted() {
        return !name.isEmpty();
    }

    /**
     * Checks that the picture can be written, before anything is computed. Does nothing if no picture is wanted.
     *
     * @throws UsageException if the picture cannot be written
     */
    public void check() {
        if (isWanted()) {
            OutputFile.check(OPTION, Path.of(name));
        }
    }

    /** Writes the picture. Does nothing if no picture is wanted. */
    public void write(int width, int height, byte[] rgb) throws IOException {
        byte[] encoded = Png.encodeSmall(width, height, rgb);
        OutputFile.write(Path.of(name), into -> Files.write(into, encoded));
    }

    /** Reports the picture's path as the result {@code picture}. Does nothing if no picture is wanted. */
    public void tell(Report report) {
        if (isWanted()) {
            report.put("picture", name);
        }
    }
}
