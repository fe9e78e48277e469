package org.moide.command;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says that only the command line gives this option a value, or the options of this mixin: it is about one thing that is asked
 * for now, or has the name of another command's, whose variable or line of settings is not meant for it.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
@interface Typed {}
