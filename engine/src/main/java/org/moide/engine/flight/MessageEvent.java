package org.moide.engine.flight;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A message of 64 KiB or more between two engines. */
@Name("moide.Message")
@Label("Message")
@Description("A message of 64 KiB or more between two engines")
@Category("MOIDE")
@StackTrace(false)
final class MessageEvent extends Event {
    @Label("Engine")
    int engine;

    @Label("Thread of the engine")
    int thread;

    @Label("Sent")
    boolean sent;

    @Label("Other engine")
    int otherEngine;

    @Label("Bytes")
    @DataAmount
    long bytes;
}
