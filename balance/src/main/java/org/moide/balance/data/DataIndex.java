package org.moide.balance.data;

/**
 * A member's store as its strategy sees it; valid at the time of the call. No method's cost grows with the objects
 * here. Part of MOIDE's API.
 */
public interface DataIndex {
    /** The index of a member that keeps no data objects: moving a task costs nothing but the task. */
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
     * The bytes that tasks of this class would have brought here: of their objects that are neither here nor on their
     * way. An object whose size is not known yet counts as the mean of the others.
     */
    long missingBytes(TaskClass taskClass);

    /** The bytes of the objects of this class, here or not. */
    long classBytes(TaskClass taskClass);

    /** The bytes of objects that may be here at once. */
    long memoryBytes();

    /** The time that it takes to bring this many bytes here, as measured of late. */
    long transferNanos(long bytes);

    /** IDs of objects that are here or on their way, the latest; at most {@link DataWanted#MOST_RESIDENT}. */
    long[] resident();
}
