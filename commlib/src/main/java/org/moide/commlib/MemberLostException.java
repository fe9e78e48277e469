package org.moide.commlib;

/** The peer's engine is gone and receives nothing more. The run ends, or is rolled back to a safe point. */
public final class MemberLostException extends CommException {
    private static final long serialVersionUID = 1L;
    private final int engine;

    public MemberLostException(int engine, String message) {
        super(message);
        this.engine = engine;
    }

    /** The number of the engine that was lost. */
    public int engine() {
        return engine;
    }
}
