package org.moide.engine.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** A compute thread is in a primitive in which it waits for others, or has no task. */
@Name("moide.Wait")
@Label("Wait")
@Description("A compute thread is in a primitive in which it waits for others, or has no task")
@Category("MOIDE")
@StackTrace(false)
@Threshold("1 ms")
final class WaitEvent extends Event {
    @Label("Engine")
    int engine;

    @Label("Thread of the engine")
    int thread;

    @Label("Primitive")
    @Nullable
    String primitive;

    @Label("Waited")
    @Timespan(Timespan.NANOSECONDS)
    long waited;

    @Label("For engine")
    int forEngine;
}
