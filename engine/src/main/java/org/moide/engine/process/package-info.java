/**
 * A child JVM for each engine: how it is started, told what to do, watched and ended, and its own side of that.
 *
 * <p>The parent has a {@code ChildProcess}, with a thread each for the child's standard output and error; orders go by
 * standard input. {@code EngineProcess} is the child's {@code main}: it reads its order, starts the engine, says where
 * it is, and ends within 2 s when its standard input closes, whatever became of the parent. {@code RunningTasks} is
 * memory that the parent can read when the child is dead: it says which tasks its threads were in. After an orderly
 * {@code Cease} a child that may stay closes its engine, looks what is left of the run ({@code JvmState}), says so, and
 * may get the order of another run ({@code EngineKeeper}).
 */
@NullMarked
package org.moide.engine.process;

import org.jspecify.annotations.NullMarked;
