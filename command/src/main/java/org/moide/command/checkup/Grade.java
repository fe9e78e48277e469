package org.moide.command.checkup;

/** The severity of a {@link Finding}. */
public enum Grade {
    /** No problem. */
    OK,
    /** Works, but slowly or not always. */
    WARN,
    /** Does not work. */
    FAIL
}
