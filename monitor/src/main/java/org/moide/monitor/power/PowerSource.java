package org.moide.monitor.power;

/** The source of a host's power: measured, remembered, or said by the user. */
@FunctionalInterface
public interface PowerSource {
    /**
     * The power of so many processors of this host under this JVM, as an index: 1 is about one processor of today ({@link
     * PowerKernel#ROUNDS_OF_ONE}). May block while it measures, under a second. Any thread.
     *
     * @param processors above 0; a part of one where a container's quota allows no more
     */
    double power(double processors);

    /** The power that {@code --power} says, for the whole host whatever its processors. */
    static PowerSource fixed(double power) {
        if (!(power > 0) || Double.isInfinite(power)) {
            throw new IllegalArgumentException("expected a positive power, found " + power);
        }
        return processors -> power;
    }
}
