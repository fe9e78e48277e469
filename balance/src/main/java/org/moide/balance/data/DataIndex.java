package org.moide.balance.data;

/**
 * A strategy's view of the data objects that its member keeps. Its values are valid only during the call, and no method
 * takes longer when there are more objects. Part of MOIDE's API.
 */
public interface DataIndex {
    /** The index of a member that keeps no data objects: missing bytes and transfer times are 0. */
    DataIndex NONE = new DataIndex() {
        @Override
        public long missingBytes(TaskClass taskClass) {
            return 0;
        }

        @Override
        public long memoryBytes() {
            return Long.MAX_VALUE;
        }

        @Override
        public long classBytes(TaskClass taskClass) {
            return 0;
        }

        @Override
        public long transferNanos(long bytes) {
            return 0;
        }

        @Override
        public long[] resident() {
            return new long[0];
        }
    };

    /**
     * Returns the total size of this class's objects that this member neither has nor is fetching. An object of unknown
     * size counts with the mean of the known sizes.
     */
    long missingBytes(TaskClass taskClass);

    /** Returns the total size of this class's objects, wherever they are. */
    long classBytes(TaskClass taskClass);

    /** Returns how many bytes of objects this member can keep at once. */
    long memoryBytes();

    /** Returns the expected time to fetch this many bytes, from recent transfers. */
    long transferNanos(long bytes);

    /**
     * Returns the IDs of the objects for which this member reserved room most recently, including those that it is
     * fetching; at most {@link DataWanted#MOST_RESIDENT}.
     */
    long[] resident();
}
