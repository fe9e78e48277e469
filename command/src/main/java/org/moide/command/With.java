package org.moide.command;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares which other options or arguments an option needs, or which exclude it. They are given as options, as {@code
 * --option=value}, or as arguments such as {@code <run>}. On a mixin the rule applies to all of its options. A name
 * that a command does not have is ignored for that command.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
@Repeatable(With.Each.class)
@interface With {
    /**
     * Options or arguments of which at least one must be given for the option to have an effect; empty for no
     * condition.
     */
    String[] value() default {};

    /** The options or arguments that exclude this option: it has no effect together with any of them. */
    String[] not() default {};

    /** Several rules for one option, all of which apply. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.FIELD)
    @interface Each {
        With[] value();
    }
}
