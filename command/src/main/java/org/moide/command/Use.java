package org.moide.command;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.moide.coordinator.plan.ProgramKind;

/**
 * Declares with which runs an option has an effect, and from where its value may come. In all other cases
 * {@link OptionUses} refuses the option if it is on the command line, and ignores it if it is from an environment
 * variable or a file. Every option has this annotation; help and settings use it too.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
@interface Use {
    /** The heading under which help shows the option. */
    HelpGroup group();

    /** The kinds of program with which the option has an effect; empty for all. */
    ProgramKind[] programs() default {};

    /**
     * The methods of compute threads on which the option depends. In an application of threads the option has an effect
     * only if one of them is called; empty for no condition.
     */
    String[] calls() default {};

    /** The kinds of places of engines with which the option has an effect; empty for all. */
    RunPlace[] places() default {};

    /** Further kinds of program with which the option has an effect, unless the run has a single engine. */
    ProgramKind[] notAlone() default {};

    /**
     * A pattern of the values that a file of the current folder may give the option. By default it matches none: such a
     * file may come from an unpacked archive, and must not decide which code runs, which hosts are called, or which
     * files are read or written.
     */
    String here() default "";

    /**
     * The allowed endings of a file's name, for an option that names a file which is written at the end;
     * {@link #ANY_NAME} for any name. Empty if the option names no such file. Before the work begins it is checked that
     * the file can be written and that no other option names it.
     */
    String[] writes() default {};

    /** The value of {@link #writes} for any ending. */
    String ANY_NAME = "";

    /** The value of {@link #here} for an option that no value makes dangerous. */
    String HARMLESS = ".*";
}
