package org.moide.commlib.contract;

/** A fault handler for tests that expect no faults. */
public final class UnexpectedFaults {
    private UnexpectedFaults() {}

    /** Throws an error, on the thread where the fault occurred. */
    public static void fail(String where, Throwable fault) {
        throw new AssertionError("unexpected fault in " + where, fault);
    }
}
