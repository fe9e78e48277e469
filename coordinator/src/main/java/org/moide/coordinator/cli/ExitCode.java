package org.moide.coordinator.cli;

/** How the command ends. */
final class ExitCode {
    static final int DONE = 0;
    static final int FAILED = 1;
    static final int WRONG_USAGE = 2;
    static final int NO_HOSTS = 3;
    static final int INTERRUPTED = 130;

    private ExitCode() {}
}
