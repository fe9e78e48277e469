package org.moide.samples.programs.raytrace;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Finished blocks, and how many rays they took. Grows by {@link #add}; one thread at a time. */
public final class Rendered implements Serializable {
    private static final long serialVersionUID = 1L;

    private final ArrayList<Block> blocks = new ArrayList<>();
    private final ArrayList<byte[]> pixels = new ArrayList<>();
    private long rays;
    private long nanos;

    /**
     * @param rgb red, green and blue of the block's pixels, row by row
     * @param nanos since the engine's first block was begun
     */
    static Rendered of(Block block, byte[] rgb, long rays, long nanos) {
        Rendered rendered = new Rendered();
        rendered.blocks.add(block);
        rendered.pixels.add(rgb);
        rendered.rays = rays;
        rendered.nanos = nanos;
        return rendered;
    }

    Rendered add(Rendered other) {
        blocks.addAll(other.blocks);
        pixels.addAll(other.pixels);
        rays += other.rays;
        nanos = Math.max(nanos, other.nanos);
        return this;
    }

    /** Whether both hold the same blocks, in whatever order, with the same pixels. */
    boolean sameAs(Rendered other) {
        if (rays != other.rays || blocks.size() != other.blocks.size()) {
            return false;
        }
        for (int i = 0; i < blocks.size(); i++) {
            int there = other.blocks.indexOf(blocks.get(i));
            if (there < 0 || !Arrays.equals(pixels.get(i), other.pixels.get(there))) {
                return false;
            }
        }
        return true;
    }

    List<Block> blocks() {
        return blocks;
    }

    byte[] pixels(int index) {
        return pixels.get(index);
    }

    long rays() {
        return rays;
    }

    /** Until the last of these blocks was finished, since its engine's first was begun: the most of any engine. */
    long nanos() {
        return nanos;
    }
}
