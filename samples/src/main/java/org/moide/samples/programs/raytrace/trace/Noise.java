package org.moide.samples.programs.raytrace.trace;

/** Pseudo-random numbers that are computed from a place by arithmetic only, so that they are the same everywhere. */
final class Noise {
    private Noise() {}

    /** Mixes the bits of a number (the finalizer of Steele, Lea and Flood's SplitMix64). */
    static long scatter(long value) {
        long bits = value + 0x9E3779B97F4A7C15L;
        bits = (bits ^ bits >>> 30) * 0xBF58476D1CE4E5B9L;
        bits = (bits ^ bits >>> 27) * 0x94D049BB133111EBL;
        return bits ^ bits >>> 31;
    }

    /** Returns a fraction of at least 0 and below 1, made from the upper bits. */
    static double fraction(long bits) {
        return (bits >>> 11) * 0x1.0p-53;
    }

    /** Returns the fractional part of a number. It is at least 0 and below 1, also for negative numbers. */
    static double wrap(double value) {
        return value - Math.floor(value);
    }

    /**
     * Returns the sum of several octaves of {@link #smooth}: each has about half the size and half the strength of the
     * one before. The sum is about −1 to 1.
     */
    static double turbulent(double x, double y, double z, int octaves) {
        double sum = 0;
        double weight = 0.5;
        double scale = 1;
        for (int octave = 0; octave < octaves; octave++) {
            sum += weight * smooth(x * scale, y * scale, z * scale);
            weight /= 2;
            // Not 2, because all octaves would have their zeroes at the same places.
            scale *= 2.03;
        }
        return sum;
    }

    /** Returns value noise from −1 to 1: random at points with whole coordinates, and smooth between them. */
    static double smooth(double x, double y, double z) {
        double floorX = Math.floor(x);
        double floorY = Math.floor(y);
        double floorZ = Math.floor(z);
        double partX = ease(x - floorX);
        double partY = ease(y - floorY);
        double partZ = ease(z - floorZ);
        long cellX = (long) floorX;
        long cellY = (long) floorY;
        long cellZ = (long) floorZ;
        double low = mix(
                mix(corner(cellX, cellY, cellZ), corner(cellX + 1, cellY, cellZ), partX),
                mix(corner(cellX, cellY + 1, cellZ), corner(cellX + 1, cellY + 1, cellZ), partX),
                partY);
        double high = mix(
                mix(corner(cellX, cellY, cellZ + 1), corner(cellX + 1, cellY, cellZ + 1), partX),
                mix(corner(cellX, cellY + 1, cellZ + 1), corner(cellX + 1, cellY + 1, cellZ + 1), partX),
                partY);
        return mix(low, high, partZ);
    }

    private static double corner(long x, long y, long z) {
        return 2 * fraction(scatter(x + 0x632BE59BD9B4E019L * y + 0x58F8D5B3A7C1E265L * z)) - 1;
    }

    private static double ease(double part) {
        return part * part * part * (part * (part * 6 - 15) + 10);
    }

    private static double mix(double from, double to, double part) {
        return from + (to - from) * part;
    }
}
