/**
 * The classes of a program, as engines must load them: the program's own entries of its class path, and classes that
 * are in no file, such as those of JShell. Calls carry the latter with them ({@code CallClasses}). Any thread; each
 * object caches what it has found.
 */
@NullMarked
package org.moide.classes;

import org.jspecify.annotations.NullMarked;
