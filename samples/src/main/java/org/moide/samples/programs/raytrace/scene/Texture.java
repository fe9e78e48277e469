package org.moide.samples.programs.raytrace.scene;

import java.io.Serializable;

/**
 * The colour of a surface, point by point, worked out from the point's place in space.
 *
 * @param pattern how the two colours are mixed
 * @param first the only one of {@link Pattern#SOLID}
 * @param size the length of the pattern's features
 */
public record Texture(Pattern pattern, Colour first, Colour second, double size) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The pattern in which two colours are mixed. */
    public enum Pattern {
        SOLID,
        /** Cubes of side {@code size}, alternately of one colour and the other. */
        CHECKER,
        /** Veins of the second colour in the first. */
        MARBLE,
        /** Soft clouds between one colour and the other. */
        CLOUDS
    }

    public static Texture solid(Colour colour) {
        return new Texture(Pattern.SOLID, colour, colour, 1);
    }
}
