package org.moide.command;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares which other options or arguments an option needs beside it, or excludes: options, {@code --option=value}, or
 * arguments such as {@code <run>}. On a mixin it applies to all its options. Names that a command does not have are
 * ignored there.
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

    /** Options or arguments beside any of which the option has no effect. */
    String[] not() default {};

    /** Several such rules, all of which apply. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.FIELD)
    @interface Each {
        With[] value();
    }
}
