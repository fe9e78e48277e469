package org.moide.engine.data;

import java.util.List;
import org.moide.balance.data.DataPlace;

/** What threads that fetch data objects tell the engine's control thread. */
public sealed interface DataAnswer {
    /** The answer to a question about objects. */
    record Located(List<DataPlace> places) implements DataAnswer {
        public Located {
            places = List.copyOf(places);
        }
    }

    /** An object is here. */
    record Fetched(long id) implements DataAnswer {}

    /** An object could not be fetched from the holder that was named. */
    record Failed(long id) implements DataAnswer {}

    /** The coordinator has one more object that a task wrote. */
    record Stored() implements DataAnswer {}
}
