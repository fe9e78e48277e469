package org.moide.samples.programs.raytrace.scene;

import java.io.Serializable;

/**
 * The colour of a surface at each point, computed from the point's coordinates.
 *
 * @param pattern how the two colours are mixed
 * @param first the first colour; {@link Pattern#SOLID} has only this one
 * @param size the size of the pattern's features
 */
public record Texture(Pattern pattern, Colour first, Colour second, double size) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The pattern in which two colours are mixed. */
    public enum Pattern {
        SOLID,
        /** Cubes of side {@code size}, which alternate between the two colours. */
        CHECKER,
        /** Veins of the second colour in the first one. */
        MARBLE,
        /** Soft clouds between the two colours. */
        CLOUDS
    }

    public static Texture solid(Colour colour) {
        return new Texture(Pattern.SOLID, colour, colour, 1);
    }
}
