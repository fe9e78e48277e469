package org.moide.samples.programs.raytrace;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finished blocks, and the number of rays that they took. This is a record, so that it is sent without Java's
 * serialization. Grows by {@link #add}; used by one thread at a time.
 *
 * @param pixels the red, green and blue values of each block's pixels, row by row
 * @param nanos the time from when an engine began its first block to when it ended its last one of these blocks; the
 *     longest of all engines
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

    /** Returns the blocks of this object and of {@code other}. This object must not be used afterwards. */
    Rendered add(Rendered other) {
        return new Rendered(
                joined(blocks, other.blocks),
                joined(pixels, other.pixels),
                rays + other.rays,
                Math.max(nanos, other.nanos));
    }

    /** Joins two lists into one that can grow. A list that was deserialized cannot grow. */
    private static <T> List<T> joined(List<T> some, List<T> others) {
        List<T> all = some instanceof ArrayList ? some : new ArrayList<>(some);
        all.addAll(others);
        return all;
    }

    /** Returns whether this object and {@code other} have the same blocks with the same pixels, in any order. */
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
