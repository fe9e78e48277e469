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
 * The picture that {@code --picture} asks for, in samples whose result is something else: a file to write, or none. On
 * the host of ID 0.
 *
 * @param name the file's; empty if none is wanted
 */
public record PictureFile(String name) implements Serializable {
    private static final long serialVersionUID = 1L;

    public static final String OPTION = "--picture";

    private static final String NONE = "none";

    /**
     * Reads what the arguments ask for.
     *
     * @param otherwise the file's name if they say nothing
     * @throws UsageException if that is no file's name
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
     * Looks whether the picture can be written, before anything is computed.
     *
     * @throws UsageException if it cannot
     */
    public void check() {
        if (isWanted()) {
            OutputFile.check(OPTION, Path.of(name));
        }
    }

    /** Writes it. */
    public void write(int width, int height, byte[] rgb) throws IOException {
        byte[] encoded = Png.encodeSmall(width, height, rgb);
        OutputFile.write(Path.of(name), into -> Files.write(into, encoded));
    }

    /** Says where it is, as the result {@code picture}; nothing if none was wanted. */
    public void tell(Report report) {
        if (isWanted()) {
            report.put("picture", name);
        }
    }
}
