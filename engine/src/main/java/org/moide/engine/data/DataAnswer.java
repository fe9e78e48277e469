package org.moide.engine.data;

import java.util.List;
import org.moide.balance.data.DataPlace;

/** A message to the engine's control thread from threads that fetch data objects or wait for one. */
public sealed interface DataAnswer {
    /** The answer to a question about objects. */
    record Located(List<DataPlace> places) implements DataAnswer {
        public Located {
            places = List.copyOf(places);
        }
    }

    /** Objects that have been fetched. */
    record Fetched(List<Long> ids) implements DataAnswer {
        public Fetched {
            ids = List.copyOf(ids);
        }
    }

    /** Objects that are here without having been fetched: a task here wrote them, or they were made again. */
    record Had(List<Long> ids) implements DataAnswer {
        public Had {
            ids = List.copyOf(ids);
        }
    }

    /** Objects that could not be fetched from the holder that was named. */
    record Failed(List<Long> ids) implements DataAnswer {
        public Failed {
            ids = List.copyOf(ids);
        }
    }

    /** A shared object for which a thread waits. */
    record Wanted(long id) implements DataAnswer {}

    /** A notice that the coordinator has one more object that a task wrote. */
    record Stored() implements DataAnswer {}
}
