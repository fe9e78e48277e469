package org.moide.command;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says beside which others an option has an effect: options, {@code --option=value}, or words such as {@code <run>}. At a mixin
 * it says so of all its options. Those that a command does not have do not count there.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
@Repeatable(With.Each.class)
@interface With {
    /** It has an effect only with one of these; none named: always. */
    String[] value() default {};

    /** It has none with any of these. */
    String[] not() default {};

    /** Several that all hold. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.FIELD)
    @interface Each {
        With[] value();
    }
}
