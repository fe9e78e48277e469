package org.moide.samples.programs.raytrace.scene;

import java.io.Serializable;

/**
 * Light, or a fraction of light, in three bands. The scale is linear (twice the number is twice the light), and 1 is a
 * screen's white.
 */
public record Colour(double red, double green, double blue) implements Serializable {
    private static final long serialVersionUID = 1L;

    public static final Colour BLACK = grey(0);
    public static final Colour WHITE = grey(1);

    public static Colour grey(double level) {
        return new Colour(level, level, level);
    }

    /** Returns the colour that a screen shows for three sRGB levels from 0 to 1. */
    public static Colour ofScreen(double red, double green, double blue) {
        return new Colour(linear(red), linear(green), linear(blue));
    }

    // StrictMath, as for all inexact functions, because its results are the same on every JVM.
    private static double linear(double level) {
        return level <= 0.04045 ? level / 12.92 : StrictMath.pow((level + 0.055) / 1.055, 2.4);
    }

    public Colour plus(Colour other) {
        return new Colour(red + other.red, green + other.green, blue + other.blue);
    }

    public Colour times(Colour filter) {
        return new Colour(red * filter.red, green * filter.green, blue * filter.blue);
    }

    public Colour times(double factor) {
        return new Colour(red * factor, green * factor, blue * factor);
    }

    /** Returns what is missing to 1: {@code 1 − level} in each band. */
    public Colour rest() {
        return new Colour(1 - red, 1 - green, 1 - blue);
    }

    /**
     * Returns a mixture of this colour and another one: this colour if {@code part} is 0, {@code other} if it is 1,
     * linear in between.
     */
    public Colour toward(Colour other, double part) {
        return times(1 - part).plus(other.times(part));
    }

    /**
     * Returns which fraction of light is left after {@code distance} in a medium. This colour is what the medium
     * absorbs per unit of length.
     */
    public Colour leftAfter(double distance) {
        return new Colour(
                StrictMath.exp(-red * distance), StrictMath.exp(-green * distance), StrictMath.exp(-blue * distance));
    }

    /** Returns the value of the brightest band. */
    public double most() {
        return Math.max(red, Math.max(green, blue));
    }

    public boolean isBlack() {
        return red == 0 && green == 0 && blue == 0;
    }
}
