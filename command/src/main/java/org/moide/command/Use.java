package org.moide.command;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.moide.coordinator.plan.ProgramKind;

/**
 * Declares where an option has an effect, and where its value may come from. Elsewhere {@link OptionUses} refuses a
 * typed option, and ignores one from a variable or a file. Every option has this annotation; help and settings use it
 * too.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
@interface Use {
    /** The heading under which help shows the option. */
    HelpGroup group();

    /** The kinds of program with which the option has an effect; empty for all. */
    ProgramKind[] programs() default {};

    /**
     * Methods of compute threads. In an application of threads the option has an effect only if one of them is called;
     * empty for no condition.
     */
    String[] calls() default {};

    /** The kinds of place at which the option has an effect; empty for all. */
    RunPlace[] places() default {};

    /** Further kinds of program with which the option has an effect, except on a single engine. */
    ProgramKind[] notAlone() default {};

    /**
     * A pattern of the values that a file of the current folder may give the option. By default it matches none: such a
     * file may come from an unpacked archive, and must not decide whose code runs, who is called, or which files are
     * read or written.
     */
    String here() default "";

    /**
     * The allowed endings of the name of a file that is written at the end; {@link #ANY_NAME} for any; empty if the
     * option names no such file. Before the work begins it is checked that the file can be written and that no other
     * option names it.
     */
    String[] writes() default {};

    /** The value of {@link #writes} for any ending. */
    String ANY_NAME = "";

    /** The value of {@link #here} for an option that no value makes dangerous. */
    String HARMLESS = ".*";
}
