package org.moide.samples.programs.raytrace;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finished blocks, and how many rays they took. A record, which travels without Java's serialization. Grows by
 * {@link #add}; one thread at a time.
 *
 * @param pixels of each block red, green and blue, row by row
 * @param nanos until the last of these blocks was finished, since its engine's first was begun: the most of any engine
 */
public record Rendered(List<Block> blocks, List<byte[]> pixels, long rays, long nanos) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Makes a result of nothing yet. */
    static Rendered none() {
        return new Rendered(new ArrayList<>(), new ArrayList<>(), 0, 0);
    }

    /**
     * @param rgb red, green and blue of the block's pixels, row by row
     * @param nanos since the engine's first block was begun
     */
    static Rendered of(Block block, byte[] rgb, long rays, long nanos) {
        List<Block> blocks = new ArrayList<>();
        List<byte[]> pixels = new ArrayList<>();
        blocks.add(block);
        pixels.add(rgb);
        return new Rendered(blocks, pixels, rays, nanos);
    }

    /** Adds both; this is not to be used any more. */
    Rendered add(Rendered other) {
        return new Rendered(
                joined(blocks, other.blocks),
                joined(pixels, other.pixels),
                rays + other.rays,
                Math.max(nanos, other.nanos));
    }

    /** Joins lists; those that have travelled cannot grow. */
    private static <T> List<T> joined(List<T> some, List<T> others) {
        List<T> all = some instanceof ArrayList ? some : new ArrayList<>(some);
        all.addAll(others);
        return all;
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
}
