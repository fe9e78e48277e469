package org.moide.engine.control;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Settings of how an engine keeps data objects.
 *
 * @param memory the most bytes of them that it has in memory at once; 0 for a quarter of its heap
 * @param spillFolder the folder into which it writes objects that have no room in memory any more; null to fetch them
 *     again
 * @param verify whether the engine checks after each task that the task has not changed an object that it read
 */
public record DataSettings(long memory, @Nullable String spillFolder, boolean verify) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The defaults. */
    public static final DataSettings DEFAULT = new DataSettings(0, null, false);

    public DataSettings {
        if (memory < 0) {
            throw new IllegalArgumentException("expected room for data objects from 0 bytes on, found " + memory);
        }
    }

    /** Returns how many bytes an engine in this JVM may have in memory at once. */
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
