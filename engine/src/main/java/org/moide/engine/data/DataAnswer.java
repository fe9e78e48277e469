package org.moide.engine.data;

import java.util.List;
import org.moide.balance.data.DataPlace;

/** What threads that fetch data objects, or wait for one, tell the engine's control thread. */
public sealed interface DataAnswer {
    /** The answer to a question about objects. */
    record Located(List<DataPlace> places) implements DataAnswer {
        public Located {
            places = List.copyOf(places);
        }
    }

    /** Objects are here. */
    record Fetched(List<Long> ids) implements DataAnswer {
        public Fetched {
            ids = List.copyOf(ids);
        }
    }

    /** Objects are here that were not fetched: a task here wrote them, or they were made again. */
    record Had(List<Long> ids) implements DataAnswer {
        public Had {
            ids = List.copyOf(ids);
        }
    }

    /** Objects could not be fetched from the holder that was named. */
    record Failed(List<Long> ids) implements DataAnswer {
        public Failed {
            ids = List.copyOf(ids);
        }
    }

    /** A thread waits for a shared object. */
    record Wanted(long id) implements DataAnswer {}

    /** The coordinator has one more object that a task wrote. */
    record Stored() implements DataAnswer {}
}
