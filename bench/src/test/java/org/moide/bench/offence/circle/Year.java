package org.moide.bench.offence.circle;

/** Knows them all. */
public final class Year {
    /** All four. */
    public Object[] seasons() {
        return new Object[] {new Spring(), new Summer(), new Autumn(), new Winter()};
    }
}
