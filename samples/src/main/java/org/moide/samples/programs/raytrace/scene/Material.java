package org.moide.samples.programs.raytrace.scene;

import java.io.Serializable;

/**
 * The material of a surface: how it answers light.
 *
 * @param diffuse what it scatters evenly
 * @param specular the strength of highlights
 * @param shininess the exponent of highlights: the greater, the smaller they are
 * @param reflect what it mirrors when looked at straight on; more toward grazing angles (Schlick). Black mirrors
 *     nothing at any angle
 * @param transmit what it lets through; not black makes it a dielectric, which mirrors by Fresnel's formula
 * @param refraction its index of refraction; that outside is 1
 * @param absorb what is lost inside, per unit of length
 * @param emit what it shines with by itself; it lights nothing else
 */
public record Material(
        String name,
        Texture diffuse,
        Colour specular,
        int shininess,
        Colour reflect,
        Colour transmit,
        double refraction,
        Colour absorb,
        Colour emit)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** A surface that only scatters. */
    public static Material matt(String name, Colour colour) {
        return new Material(
                name,
                Texture.solid(colour),
                Colour.BLACK,
                1,
                Colour.BLACK,
                Colour.BLACK,
                1,
                Colour.BLACK,
                Colour.BLACK);
    }

    /** A mirror of that colour with highlights, as polished metal. */
    public static Material metal(String name, Colour colour) {
        return new Material(
                name,
                Texture.solid(colour.times(0.3)),
                colour.times(0.6),
                160,
                colour,
                Colour.BLACK,
                1,
                Colour.BLACK,
                Colour.BLACK);
    }

    /** A coloured body under a clear varnish that mirrors a little. */
    public static Material varnish(String name, Colour colour) {
        return new Material(
                name,
                Texture.solid(colour),
                Colour.grey(0.5),
                120,
                Colour.grey(0.04),
                Colour.BLACK,
                1,
                Colour.BLACK,
                Colour.BLACK);
    }

    /** Glass with index of refraction 1.5 that absorbs so much per unit of length. */
    public static Material glass(String name, Colour absorb) {
        return new Material(
                name,
                Texture.solid(Colour.BLACK),
                Colour.grey(0.8),
                400,
                Colour.BLACK,
                Colour.WHITE,
                1.5,
                absorb,
                Colour.BLACK);
    }

    /** Whether light goes through. */
    public boolean isClear() {
        return !transmit.isBlack();
    }
}
