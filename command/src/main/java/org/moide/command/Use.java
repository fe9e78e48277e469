package org.moide.command;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.moide.coordinator.plan.ProgramKind;

/**
 * Declares where an option has an effect, and who may give it. {@link OptionUses} refuses it elsewhere if it was typed,
 * and passes it over if it comes from a variable or a file. Each option has one; help and settings go by it too.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
@interface Use {
    /** Heading under which help shows the option. */
    HelpGroup group();

    /** Kinds of program in which the option has an effect; none named: all. */
    ProgramKind[] programs() default {};

    /**
     * Methods of a compute thread, of which an application of threads must call one for the option to have an effect;
     * none named: any application.
     */
    String[] calls() default {};

    /** Kinds of place in which the option has an effect; none named: all. */
    RunPlace[] places() default {};

    /** Further kinds of program: in these the option has no effect on one engine alone. */
    ProgramKind[] notAlone() default {};

    /**
     * Pattern of the values that a file of the current folder may give the option. By default there are none: such a
     * file may have come with anything that was unpacked there, and must not decide whose code runs, who is called, or
     * what is read or written.
     */
    String here() default "";

    /**
     * Endings that the name of the file may have which is written at the end; {@link #ANY_NAME} if it may have any
     * name; none named: the option names no such file. The check that the file can be written, and that no other option
     * names it too, is made before the work begins.
     */
    String[] writes() default {};

    /** Value of {@link #writes} for any ending. */
    String ANY_NAME = "";

    /** Value of {@link #here} for an option of which no value does harm. */
    String HARMLESS = ".*";
}
