package org.moide.engine.host;

/** How much heap an engine gets unless the user says how much. */
final class MemoryShare {
    /** The rest is for the system, for what JVMs have beside their heaps, and for the disk's cache. */
    private static final double SHARE = 0.7;

    private static final long LEAST_BYTES = 64L << 20;

    private MemoryShare() {}

    /** An engine's part of its machine's memory, in bytes. */
    public static long heapBytes(long memoryBytes, int enginesOnMachine) {
        if (enginesOnMachine < 1) {
            throw new IllegalArgumentException("expected at least 1 engine, found " + enginesOnMachine);
        }
        return Math.max(LEAST_BYTES, (long) (memoryBytes * SHARE) / enginesOnMachine);
    }
}
