/**
 * The classes of a program, as engines are to load them: entries of its class path that are its own, and classes that
 * lie in no file, such as those of JShell. Calls take the latter along ({@code CallClasses}). Any thread; what was
 * found is kept by the object that found it.
 */
@NullMarked
package org.moide.classes;

import org.jspecify.annotations.NullMarked;
