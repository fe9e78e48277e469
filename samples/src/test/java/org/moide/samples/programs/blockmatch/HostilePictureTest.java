package org.moide.samples.programs.blockmatch;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.moide.engine.Arguments;
import org.moide.samples.text.HostileFiles;

class HostilePictureTest extends HostileFiles {
    @Override
    protected List<byte[]> good() {
        return List.of(
                bytes("P5\n# by hand\n4 4\n255\n" + "x".repeat(16)),
                bytes("P5 4# width\n4 65535\n" + "xy".repeat(16)),
                bytes("P2\n4 4 # plain\n9\n" + "1 2 3 4\n5 6 7 8 ".repeat(2)));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    protected String name() {
        return "p1.pgm";
    }

    @Override
    protected void read(Path file) throws Exception {
        Path first = file.resolveSibling("p0.pgm");
        if (!Files.exists(first)) {
            Files.write(first, bytes("P5 4 4 255 " + "x".repeat(16)));
        }
        readAll(file.resolveSibling("p%d.pgm").toString());
    }

    /** Reads all frames of a film. */
    static void readAll(String input) {
        Options options = Options.of(Arguments.of("--input", input, "--block", "1"));
        Film film = options.film();
        for (int frame = 0; frame < film.frames(); frame++) {
            options.frame(film, frame);
        }
    }
}
