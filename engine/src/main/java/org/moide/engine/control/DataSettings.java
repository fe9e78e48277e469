package org.moide.engine.control;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Settings for the data objects of one engine.
 *
 * @param memory the limit on the bytes of data objects in memory; 0 for a quarter of the heap
 * @param spillFolder the folder to which objects are written when memory is full; null to drop them and fetch them
 *     again
 * @param verify whether each task is checked not to have changed an object that it read
 */
public record DataSettings(long memory, @Nullable String spillFolder, boolean verify) implements Serializable {
    private static final long serialVersionUID = 1L;

    public static final DataSettings DEFAULT = new DataSettings(0, null, false);

    public DataSettings {
        if (memory < 0) {
            throw new IllegalArgumentException("expected room for data objects from 0 bytes on, found " + memory);
        }
    }

    /** Returns the memory limit for data objects in this JVM, in bytes. */
    public long memoryHere() {
        return memory == 0 ? Runtime.getRuntime().maxMemory() / 4 : memory;
    }

    @Override
    public String toString() {
        return (memory == 0 ? "" : ", " + memory + " bytes of data objects on each engine")
                + (spillFolder == null ? "" : ", others on disk in " + spillFolder)
                + (verify ? ", data objects verified" : "");
    }
}
