package org.moide.samples.programs.raytrace.trace;

import org.moide.samples.programs.raytrace.scene.Colour;

/**
 * What is left of a light on its way to a point. Clear things let it through in a straight line, weakened by what their
 * surfaces mirror and what they absorb; real light would be bent and gathered into caustics. One object per thread, used
 * again for every ray.
 */
final class Shadow {
    private final Finish[] finishes;
    private boolean dark;
    private Colour passed = Colour.WHITE;
    private Colour absorbed = Colour.BLACK;
    private boolean absorbs;

    Shadow(Finish[] finishes) {
        this.finishes = finishes;
    }

    void begin() {
        dark = false;
        passed = Colour.WHITE;
        absorbed = Colour.BLACK;
        absorbs = false;
    }

    /** Whether nothing passes; if so it stays dark. */
    boolean isStoppedBy(int material) {
        if (!finishes[material].isClear) {
            dark = true;
        }
        return dark;
    }

    /**
     * Light crosses a clear surface.
     *
     * @param along the cosine of the ray's direction with the outward normal: above 0 it leaves
     */
    void cross(int material, double distance, double along) {
        Finish through = finishes[material];
        // The angle outside is the flatter one on both sides: Fresnel's formula is the same either way.
        double mirrored = Optics.fresnel(Math.min(1, Math.abs(along)), 1 / through.refraction);
        passed = passed.times(through.transmit).times(1 - mirrored);
        if (through.absorbs) {
            absorbs = true;
            absorbed = absorbed.plus(through.absorb.times(along > 0 ? distance : -distance));
        }
    }

    boolean isDark() {
        return dark;
    }

    /** The part of the light that arrives, if it is not dark. */
    Colour left() {
        if (!absorbs) {
            return passed;
        }
        // Below 0 only where a ray leaves what it never entered: an open mesh.
        return passed.times(
                new Colour(Math.max(0, absorbed.red()), Math.max(0, absorbed.green()), Math.max(0, absorbed.blue()))
                        .leftAfter(1));
    }
}
