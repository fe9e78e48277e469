package org.moide.monitor.power;

/** The source of a host's power: a measurement, the file of earlier ones, or the user. */
@FunctionalInterface
public interface PowerSource {
    /**
     * Returns the power of this many processors of this host under this JVM, as an index: 1 is about one processor of
     * today ({@link PowerKernel#ROUNDS_OF_ONE}). May block while it measures, for less than a second. Any thread may
     * call it.
     *
     * @param processors above 0; a fraction if a container's quota allows only part of a processor
     */
    double power(double processors);

    /**
     * Returns a source of the fixed power of {@code --power}, which is for the whole host, independent of its
     * processors.
     */
    static PowerSource fixed(double power) {
        if (!(power > 0) || Double.isInfinite(power)) {
            throw new IllegalArgumentException("expected a positive power, found " + power);
        }
        return processors -> power;
    }
}
