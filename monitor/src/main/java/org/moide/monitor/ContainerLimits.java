package org.moide.monitor;

import org.moide.commlib.wire.ExtensibleRecord;

/**
 * The limits that a container sets for its processes.
 *
 * @param processors the processor time allowed, in processors, such as 1.5; infinite without a limit
 * @param memoryBytes {@link Long#MAX_VALUE} without a limit
 */
public record ContainerLimits(double processors, long memoryBytes) implements ExtensibleRecord {
    private static final long serialVersionUID = 1L;

    /** The limits of a process in no container. */
    public static final ContainerLimits NONE = new ContainerLimits(Double.POSITIVE_INFINITY, Long.MAX_VALUE);

    public ContainerLimits {
        if (!(processors > 0)) {
            throw new IllegalArgumentException("expected a positive number of processors, found " + processors);
        }
        if (memoryBytes < 1) {
            throw new IllegalArgumentException("expected a positive memory limit, found " + memoryBytes + " bytes");
        }
    }

    /**
     * Returns the stricter of these limits and the others: the lower one for processors, and the lower one for memory.
     */
    public ContainerLimits and(ContainerLimits other) {
        return new ContainerLimits(Math.min(processors, other.processors), Math.min(memoryBytes, other.memoryBytes));
    }

    public boolean limitsProcessors() {
        return !Double.isInfinite(processors);
    }

    public boolean limitsMemory() {
        return memoryBytes != Long.MAX_VALUE;
    }
}
