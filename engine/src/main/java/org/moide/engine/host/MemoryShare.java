package org.moide.engine.host;

/** Computes the heap of an engine's JVM when the user has not set it. */
final class MemoryShare {
    /**
     * The fraction of a machine's memory for the heaps of all engines together. The rest is for the system, for other
     * memory of the JVMs, and for the disk cache.
     */
    private static final double SHARE = 0.7;

    private static final long LEAST_BYTES = 64L << 20;

    private MemoryShare() {}

    /** Returns the heap size of one of several engines on a machine, in bytes. */
    public static long heapBytes(long memoryBytes, int enginesOnMachine) {
        if (enginesOnMachine < 1) {
            throw new IllegalArgumentException("expected at least 1 engine, found " + enginesOnMachine);
        }
        return Math.max(LEAST_BYTES, (long) (memoryBytes * SHARE) / enginesOnMachine);
    }
}
