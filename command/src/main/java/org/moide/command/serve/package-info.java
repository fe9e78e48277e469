/**
 * The protocol between a program that uses MOIDE as a library and the child JVM that runs applications for it: messages
 * of limited size over the child's standard input and output, without object streams.
 *
 * <p>{@code RunServer} executes each run on a thread {@code library-run}, and ends when the program does.
 * {@code CallQueue} owns an executor's calls on their way to the run, under its own lock; the thread
 * {@code library-answers} sends answers, several in a message.
 */
@NullMarked
package org.moide.command.serve;

import org.jspecify.annotations.NullMarked;
