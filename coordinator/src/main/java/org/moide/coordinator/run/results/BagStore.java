package org.moide.coordinator.run.results;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.moide.balance.data.WrittenObject;

/** Where everything is kept, encoded, that a bag's engines ask the coordinator for. Any thread. */
public interface BagStore {
    /**
     * Keeps what every engine gets when it starts.
     *
     * @throws IllegalArgumentException if the name is taken
     */
    void share(String name, byte[] encoded);

    /** All that was shared, by name. */
    Map<String, byte[]> shared();

    /**
     * Keeps a data object.
     *
     * @throws IllegalArgumentException if other bytes were written under this ID
     */
    void write(long id, byte[] encoded);

    /**
     * A data object.
     *
     * @throws IllegalArgumentException if nothing was written under this ID
     */
    byte[] read(long id);

    /**
     * What tasks have written counts from now on.
     *
     * @throws IllegalArgumentException if something else was written under one of these IDs
     */
    void publish(List<WrittenObject> objects);

    /**
     * Where a file that the user has named is.
     *
     * @throws IllegalArgumentException if there is none of this name
     */
    Path file(String name);
}
