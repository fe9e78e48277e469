/**
 * The executor of a program that uses the library, on the engines' side: a bag of tasks of our own, each of which is a
 * call of the program's. The calls come while earlier ones run, and what comes of them goes back as soon as it is
 * there. It is the one inner package that a program's class loader lets through, and so a room of its own.
 */
@NullMarked
package org.moide.engine.executor;

import org.jspecify.annotations.NullMarked;
