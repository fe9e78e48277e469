package org.moide.samples.picture;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.moide.samples.text.HostileFiles;

class HostilePngTest extends HostileFiles {
    private static final int MOST_PIXELS = 1 << 28;

    @Override
    protected List<byte[]> good() {
        byte[] picture = new byte[3 * 20 * 10];
        for (int at = 0; at < picture.length; at++) {
            picture[at] = (byte) (at * at);
        }
        return List.of(Png.encode(20, 10, picture), Png.encode(1, 1, new byte[3]));
    }

    @Override
    protected List<Long> found() {
        return List.of(2423L);
    }

    @Override
    protected String name() {
        return "p.png";
    }

    @Override
    protected void read(Path file) throws IOException {
        PngPicture.open(file, MOST_PIXELS).luma();
    }

    @Override
    protected boolean isRefusal(Exception failed) {
        return failed instanceof IOException;
    }
}
