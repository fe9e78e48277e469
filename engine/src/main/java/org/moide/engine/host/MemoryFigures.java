package org.moide.engine.host;

import org.moide.commlib.wire.ExtensibleRecord;

/**
 * A process's memory use at a moment.
 *
 * @param heapUsedBytes the used heap, including garbage
 * @param heapMostBytes the maximum heap ({@code -Xmx})
 * @param residentBytes the resident memory of the whole process; 0 if the system does not report it
 */
public record MemoryFigures(long heapUsedBytes, long heapMostBytes, long residentBytes) implements ExtensibleRecord {
    private static final long serialVersionUID = 1L;

    @Override
    public String toString() {
        String heap = "heap " + (heapUsedBytes >> 20) + " of " + (heapMostBytes >> 20) + " MiB";
        return residentBytes == 0 ? heap : heap + ", " + (residentBytes >> 20) + " MiB resident";
    }
}
