package org.moide.command.checkup;

/** Severity of a {@link Finding}. */
public enum Grade {
    /** All is well. */
    OK,
    /** Works slower than it could, or not in all cases. */
    WARN,
    /** Failure. */
    FAIL
}
