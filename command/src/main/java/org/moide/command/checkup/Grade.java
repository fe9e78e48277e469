package org.moide.command.checkup;

/** How bad a {@link Finding} is. */
public enum Grade {
    /** Nothing to do. */
    OK,
    /** Works, but slower or not in all cases. */
    WARN,
    /** Does not work. */
    FAIL
}
