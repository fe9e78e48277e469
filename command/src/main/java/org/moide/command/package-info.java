/**
 * The {@code moide} command, the only package that parses its arguments, prints to the terminal and exits.
 *
 * <p>Each command is a class. Options are fields with {@code @Option} and {@code @Use}, in classes that each create a
 * record of the plan. {@code OptionUses} refuses options without effect. {@code MoideActions} carries commands out on
 * the main thread. {@code ProcessEnd} owns the end of the process: the exit code is the command's, even if other code
 * calls {@code System.exit}. {@code LibraryServer} is the {@code main} of the child JVM that coordinates a program's
 * runs, and {@code RunLine} is the command line that it parses for each run.
 */
@NullMarked
package org.moide.command;

import org.jspecify.annotations.NullMarked;
