package org.moide.command;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.moide.coordinator.plan.ProgramKind;

/**
 * Says beside an option's declaration where it has an effect, and who may say it. {@link OptionUses} refuses it elsewhere if it
 * was typed, and passes it over if it comes from a variable or a file. Each option has one; help and settings go by it too.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
@interface Use {
    /** The heading under which help shows it. */
    HelpGroup group();

    /** The kinds of program in which it has an effect; none named: all. */
    ProgramKind[] programs() default {};

    /** Of applications of threads only those that call one of these methods of their compute thread; none named: all. */
    String[] calls() default {};

    /** The kinds of place in which it has an effect; none named: all. */
    RunPlace[] places() default {};

    /** The kinds of program in which it has none on one engine alone, besides. */
    ProgramKind[] notAlone() default {};

    /**
     * Which values a file of the current folder may give it, a pattern: none, since such a file may have come with anything
     * that was unpacked there, and must not decide whose code runs, who is called, or what is read or written.
     */
    String here() default "";

    /**
     * Endings of which the name of the file has one that is written at the end; {@link #ANY_NAME} if it may be called anything; none
     * named: it is no such file. That it can be written, and is not another option's too, is known before the work begins.
     */
    String[] writes() default {};

    /** For {@link #writes}: any ending. */
    String ANY_NAME = "";

    /** For {@link #here}: no value does harm. */
    String HARMLESS = ".*";
}
