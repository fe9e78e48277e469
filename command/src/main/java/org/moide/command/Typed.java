package org.moide.command;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks an option, or all options of a mixin, that is read only from the command line, and not from environment
 * variables or settings files. Either the option concerns the present command only, or another command has an option of
 * this name with another meaning, and the environment variable or settings line is meant for that one.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
@interface Typed {}
