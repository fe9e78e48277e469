package org.moide.samples.programs.ants;

import java.io.Serializable;
import java.util.Map;
import java.util.TreeMap;
import org.moide.samples.programs.ants.Message.Tile;

/** The state of the worker that assembles the regions' pictures. It does not move. Used by one thread at a time. */
final class Camera implements Member {
    private static final long serialVersionUID = 1L;

    private final Options options;

    /** The pictures for which the parts of some regions have not arrived yet, by step. */
    private final Map<Integer, Exposure> open = new TreeMap<>();

    private final Map<Integer, Packed> frames = new TreeMap<>();

    /** A picture that is not complete. */
    private static final class Exposure implements Serializable {
        private static final long serialVersionUID = 1L;

        private final byte[] colours;
        private int missing;

        Exposure(Options options) {
            colours = new byte[options.width() * options.height()];
            missing = options.regions();
        }
    }

    Camera(Options options) {
        this.options = options;
    }

    @Override
    public Options options() {
        return options;
    }

    void take(Tile tile) {
        Exposure exposure = open.computeIfAbsent(tile.step(), none -> new Exposure(options));
        Painter.put(options, tile.region(), tile.colours(), exposure.colours);
        exposure.missing--;
        if (exposure.missing == 0) {
            open.remove(tile.step());
            frames.put(tile.step(), Packed.of(exposure.colours));
        }
    }

    /** Returns the complete pictures, by step. */
    Map<Integer, Packed> frames() {
        return frames;
    }
}
