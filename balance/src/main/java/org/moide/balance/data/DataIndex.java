package org.moide.balance.data;

/**
 * What a member's store tells its strategy; valid at the time of the call. No method's cost grows with the objects here. Part of
 * MOIDE's API.
 */
public interface DataIndex {
    /** Of a member that keeps no data objects: moving a task costs nothing but the task. */
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
     * How many bytes tasks of this class would have brought here: of their objects that are neither here nor on their way. An
     * object whose size is not known yet counts as the mean of the others.
     */
    long missingBytes(TaskClass taskClass);

    /** How many bytes the objects of this class have, here or not. */
    long classBytes(TaskClass taskClass);

    /** How many bytes of objects may be here at once. */
    long memoryBytes();

    /** How long it takes to bring so many bytes here, as measured of late. */
    long transferNanos(long bytes);

    /** IDs of objects that are here or on their way, the latest; at most {@link DataWanted#MOST_RESIDENT}. */
    long[] resident();
}
