package org.moide.samples.programs.raytrace;

import java.io.IOException;
import java.nio.file.Path;
import org.moide.samples.picture.Png;

/** The whole picture, assembled from its blocks. Used by one thread at a time. */
final class Picture {
    private final int width;
    private final int height;
    private final byte[] rgb;
    private final boolean[] done;
    private int missing;
    private long rays;
    private long nanos;

    Picture(int width, int height) {
        this.width = width;
        this.height = height;
        rgb = new byte[3 * width * height];
        done = new boolean[width * height];
        missing = width * height;
    }

    /**
     * Copies finished blocks to their places.
     *
     * @throws IllegalStateException if a pixel was already set
     */
    void put(Rendered rendered) {
        for (int i = 0; i < rendered.blocks().size(); i++) {
            put(rendered.blocks().get(i), rendered.pixels().get(i));
        }
        rays += rendered.rays();
        nanos = Math.max(nanos, rendered.nanos());
    }

    private void put(Block block, byte[] pixels) {
        if (block.rehearsal()) {
            return;
        }
        if (block.x() + block.width() > width
                || block.y() + block.height() > height
                || pixels.length != 3 * block.width() * block.height()) {
            throw new IllegalArgumentException("expected a block within " + width + " × " + height
                    + " pixels and 3 bytes for each of its own, found " + block + " with " + pixels.length + " bytes");
        }
        for (int y = 0; y < block.height(); y++) {
            int into = (block.y() + y) * width + block.x();
            System.arraycopy(pixels, 3 * block.width() * y, rgb, 3 * into, 3 * block.width());
            for (int x = 0; x < block.width(); x++) {
                if (done[into + x]) {
                    throw new IllegalStateException("expected each pixel once, found " + block + " a second time");
                }
                done[into + x] = true;
            }
        }
        missing -= block.width() * block.height();
    }

    int width() {
        return width;
    }

    int height() {
        return height;
    }

    long rays() {
        return rays;
    }

    /** Returns the longest time that an engine took for its blocks. */
    long nanos() {
        return nanos;
    }

    /**
     * Writes the picture as a PNG file.
     *
     * @throws IllegalStateException if a block is missing
     */
    void write(Path file) throws IOException {
        if (missing > 0) {
            throw new IllegalStateException("expected all " + width * height
                    + " pixels before the picture is written, found " + missing + " missing");
        }
        Png.write(file, width, height, rgb);
    }
}
