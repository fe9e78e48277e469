/**
 * The words between a program that uses MOIDE as a library and the JVM that runs applications for it: bounded frames
 * over the child's standard input and output, and no object streams.
 *
 * <p>{@code RunServer} runs each run on a thread {@code library-run} and ends when the program does. {@code CallQueue}
 * owns the calls of an executor on their way, under its own lock; {@code library-answers} sends answers, several in a
 * frame.
 */
@NullMarked
package org.moide.command.serve;

import org.jspecify.annotations.NullMarked;
