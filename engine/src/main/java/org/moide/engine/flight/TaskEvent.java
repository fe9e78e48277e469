package org.moide.engine.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/** A compute thread runs a task. */
@Name("moide.Task")
@Label("Task")
@Description("A compute thread runs a task")
@Category("MOIDE")
@StackTrace(false)
@Threshold("1 ms")
final class TaskEvent extends Event {
    @Label("Engine")
    int engine;

    @Label("Thread of the engine")
    int thread;
}
