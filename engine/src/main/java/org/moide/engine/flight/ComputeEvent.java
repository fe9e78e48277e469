package org.moide.engine.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/** A compute thread is in the application, from its begin to its end. */
@Name("moide.Compute")
@Label("Compute")
@Description("A compute thread is in the application, from its begin to its end")
@Category("MOIDE")
@StackTrace(false)
@Threshold("1 ms")
final class ComputeEvent extends Event {
    @Label("Engine")
    int engine;

    @Label("Thread of the engine")
    int thread;
}
