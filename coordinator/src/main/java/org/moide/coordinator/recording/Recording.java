package org.moide.coordinator.recording;

/** Where a core's driver records what goes into the core. Called by the driver's thread; never blocks, never throws. */
public interface Recording {
    /** Nothing is recorded. */
    Recording NONE = new Recording() {
        @Override
        public boolean append(byte[][] entry) {
            return false;
        }

        @Override
        public void nextPart() {
            // There is none.
        }
    };

    /**
     * Adds an entry.
     *
     * @param entry its bytes, in several arrays, which are not changed afterwards
     * @return whether more may come
     */
    boolean append(byte[][] entry);

    /** What follows is read without what was before. The beginning is kept, and of all other parts the last two. */
    void nextPart();
}
