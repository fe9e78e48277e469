package org.moide.samples.programs.raytrace.scene;

import java.io.Serializable;

/**
 * The material of a surface, which determines what it does with light.
 *
 * @param diffuse the light that it scatters evenly
 * @param specular the strength of highlights
 * @param shininess the exponent of highlights; larger numbers make them smaller
 * @param reflect the light that the surface reflects when it is seen straight from the front; at grazing angles it
 *     reflects more (Schlick). If this is black, it reflects nothing at any angle
 * @param transmit the light that it lets through; if this is not black, the material is a dielectric, which reflects by
 *     Fresnel's formula
 * @param refraction the index of refraction inside; outside, it is 1
 * @param absorb the light that is absorbed inside, per unit of length
 * @param emit the light that the surface emits; this light does not fall on other objects
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

    /** Returns a material that only scatters light. */
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

    /** Returns a mirror of this colour with highlights, like polished metal. */
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

    /** Returns a material of this colour under a clear varnish, which reflects a little. */
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

    /** Returns glass with an index of refraction of 1.5 that absorbs this much per unit of length. */
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

    /** Returns whether the material lets light pass through. */
    public boolean isClear() {
        return !transmit.isBlack();
    }
}
