package org.moide.command;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks an option, or all options of a mixin, that can only be typed. It concerns the present request, or it shares its
 * name with another command's option, whose variable or settings line is not meant for it.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
@interface Typed {}
