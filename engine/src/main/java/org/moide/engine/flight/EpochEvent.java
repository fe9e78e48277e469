package org.moide.engine.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** An engine is registered in an epoch. */
@Name("moide.Epoch")
@Label("Epoch")
@Description("An engine is registered in an epoch")
@Category("MOIDE")
@StackTrace(false)
final class EpochEvent extends Event {
    @Label("Engine")
    int engine;

    @Label("Epoch")
    long epoch;

    @Label("Engines")
    int engines;

    @Label("Logical IDs")
    int ids;
}
