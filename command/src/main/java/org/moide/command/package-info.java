/**
 * The {@code moide} command: the only place that reads its words, and that prints to the terminal and exits.
 *
 * <p>Each command is a class; options are fields of classes with {@code @Option} and {@code @Use}, each of which makes
 * a record of the plan. {@code OptionUses} refuses what was typed and has no effect. {@code MoideActions} is what
 * commands do once their words are understood, on the main thread. {@code ProcessEnd} owns the end of the process: the
 * exit code is the command's, whoever calls {@code System.exit}. {@code LibraryServer} is the {@code main} of the child
 * JVM in which a program's runs are coordinated, and {@code RunLine} the command line that it understands again and
 * again.
 */
@NullMarked
package org.moide.command;

import org.jspecify.annotations.NullMarked;
