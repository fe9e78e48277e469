package org.moide.command;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks an option, or all options of a mixin, that is read only from the command line. It concerns the present command
 * only, or its name means something else in another command, for which an environment variable or settings line is
 * meant.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
@interface Typed {}
