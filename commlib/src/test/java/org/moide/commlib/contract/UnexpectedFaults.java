package org.moide.commlib.contract;

/** The faults of a test that expects none. */
public final class UnexpectedFaults {
    private UnexpectedFaults() {}

    /** Throws on the thread where the fault occurred. */
    public static void fail(String where, Throwable fault) {
        throw new AssertionError("unexpected fault in " + where, fault);
    }
}
