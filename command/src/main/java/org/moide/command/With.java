package org.moide.command;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares beside which others an option has an effect: options, {@code --option=value}, or words such as {@code
 * <run>}. At a mixin it holds for all options of the mixin. Others that a command does not have do not count there.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
@Repeatable(With.Each.class)
@interface With {
    /** Others of which the option needs at least one to have an effect; none named: it always has. */
    String[] value() default {};

    /** Others beside any of which the option has no effect. */
    String[] not() default {};

    /** Several of these that all hold. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.FIELD)
    @interface Each {
        With[] value();
    }
}
