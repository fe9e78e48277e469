package org.moide.engine.host;

import org.moide.commlib.wire.ExtensibleRecord;

/**
 * A process's memory at some moment.
 *
 * @param heapUsedBytes the bytes that its objects take, garbage included
 * @param heapMostBytes the bytes that its objects may take ({@code -Xmx})
 * @param residentBytes the bytes that the process as a whole has in memory; 0 where the system does not tell
 */
public record MemoryFigures(long heapUsedBytes, long heapMostBytes, long residentBytes) implements ExtensibleRecord {
    private static final long serialVersionUID = 1L;

    @Override
    public String toString() {
        String heap = "heap " + (heapUsedBytes >> 20) + " of " + (heapMostBytes >> 20) + " MiB";
        return residentBytes == 0 ? heap : heap + ", " + (residentBytes >> 20) + " MiB resident";
    }
}
