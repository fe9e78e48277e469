package org.moide.coordinator.run;

/** The exit codes of the {@code moide} command. */
public final class ExitCode {
    public static final int DONE = 0;
    public static final int FAILED = 1;
    public static final int WRONG_USAGE = 2;
    public static final int NO_HOSTS = 3;
    public static final int INTERRUPTED = 130;

    private ExitCode() {}
}
