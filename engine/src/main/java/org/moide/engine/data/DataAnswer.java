package org.moide.engine.data;

import java.util.List;
import org.moide.balance.data.DataPlace;

/** A message to the engine's control thread from a thread that fetches data objects or waits for one. */
public sealed interface DataAnswer {
    /** Sizes or holders of objects, as the coordinator has answered. */
    record Located(List<DataPlace> places) implements DataAnswer {
        public Located {
            places = List.copyOf(places);
        }
    }

    /** Objects that have arrived from a holder. */
    record Fetched(List<Long> ids) implements DataAnswer {
        public Fetched {
            ids = List.copyOf(ids);
        }
    }

    /**
     * Objects that this engine has without a fetch: a task on it wrote them, they were read back from disk, or they
     * were computed again.
     */
    record Had(List<Long> ids) implements DataAnswer {
        public Had {
            ids = List.copyOf(ids);
        }
    }

    /** Objects that the named holder did not deliver. */
    record Failed(List<Long> ids) implements DataAnswer {
        public Failed {
            ids = List.copyOf(ids);
        }
    }

    /** A shared object for which a thread of the application waits. */
    record Wanted(long id) implements DataAnswer {}

    /** Tells that the coordinator has stored one more object that a task of this engine wrote. */
    record Stored() implements DataAnswer {}
}
