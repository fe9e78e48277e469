package org.moide.engine.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Tasks have come to an engine from another member, or home to it with their result. */
@Name("moide.Loan")
@Label("Loan")
@Description("Tasks have come to an engine from another member, or home to it with their result")
@Category("MOIDE")
@StackTrace(false)
final class LoanEvent extends Event {
    @Label("Engine")
    int engine;

    @Label("Loan")
    long loan;

    @Label("From member")
    int from;

    @Label("Home")
    boolean home;

    @Label("Tasks")
    long tasks;
}
