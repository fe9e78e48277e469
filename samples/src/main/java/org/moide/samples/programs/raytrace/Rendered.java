package org.moide.samples.programs.raytrace;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finished blocks, with the number of rays. It is a record, so that it is sent without Java's serialization. Grows by
 * {@link #add}; used by one thread at a time.
 *
 * @param pixels the red, green and blue values of each block's pixels, row by row
 * @param nanos the time from the beginning of an engine's first block to the end of the last of these blocks, of the
 *     slowest engine
 */
public record Rendered(List<Block> blocks, List<byte[]> pixels, long rays, long nanos) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Returns an empty result. */
    static Rendered none() {
        return new Rendered(new ArrayList<>(), new ArrayList<>(), 0, 0);
    }

    /**
     * Creates the result of one finished block.
     *
     * @param rgb the red, green and blue values of the block's pixels, row by row
     * @param nanos the time since the engine's first block was begun
     */
    static Rendered of(Block block, byte[] rgb, long rays, long nanos) {
        List<Block> blocks = new ArrayList<>();
        List<byte[]> pixels = new ArrayList<>();
        blocks.add(block);
        pixels.add(rgb);
        return new Rendered(blocks, pixels, rays, nanos);
    }

    /** Returns the blocks of both. This object must not be used afterwards. */
    Rendered add(Rendered other) {
        return new Rendered(
                joined(blocks, other.blocks),
                joined(pixels, other.pixels),
                rays + other.rays,
                Math.max(nanos, other.nanos));
    }

    /** Joins two lists. Lists that have been deserialized cannot grow. */
    private static <T> List<T> joined(List<T> some, List<T> others) {
        List<T> all = some instanceof ArrayList ? some : new ArrayList<>(some);
        all.addAll(others);
        return all;
    }

    /** Returns whether both have the same blocks with the same pixels, in any order. */
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
