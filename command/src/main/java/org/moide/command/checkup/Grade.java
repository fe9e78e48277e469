package org.moide.command.checkup;

/** The severity of a {@link Finding}. */
public enum Grade {
    /** There is no problem. */
    OK,
    /** The checked thing works, but slowly or not always. */
    WARN,
    /** The checked thing does not work. */
    FAIL
}
