package org.moide.samples.programs.blockmatch;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.moide.samples.text.HostileFiles;

class HostileFilmTest extends HostileFiles {
    @Override
    protected List<byte[]> good() {
        return List.of(
                film("YUV4MPEG2 W4 H4 F25:1 Ip A1:1 C420jpeg XYSCSS=420JPEG\n", "FRAME\n", 24),
                film("YUV4MPEG2 W8 H2 C411\n", "FRAME Ip\n", 24),
                film("YUV4MPEG2 W4 H4 F30000:1001 Cmono\n", "FRAME\n", 16));
    }

    private static byte[] film(String header, String frame, int bytes) {
        return (header + (frame + "x".repeat(bytes)).repeat(3)).getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    protected String name() {
        return "film.y4m";
    }

    @Override
    protected void read(Path file) {
        HostilePictureTest.readAll(file.toString());
    }
}
