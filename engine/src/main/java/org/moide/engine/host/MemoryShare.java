package org.moide.engine.host;

/** The share of memory that an engine's heap gets unless the user says how much. */
final class MemoryShare {
    /**
     * The heaps' part of a machine's memory; the rest is for the system, for what JVMs have beside their heaps, and for
     * the disk's cache.
     */
    private static final double SHARE = 0.7;

    private static final long LEAST_BYTES = 64L << 20;

    private MemoryShare() {}

    /** Returns an engine's part of its machine's memory, in bytes. */
    public static long heapBytes(long memoryBytes, int enginesOnMachine) {
        if (enginesOnMachine < 1) {
            throw new IllegalArgumentException("expected at least 1 engine, found " + enginesOnMachine);
        }
        return Math.max(LEAST_BYTES, (long) (memoryBytes * SHARE) / enginesOnMachine);
    }
}
