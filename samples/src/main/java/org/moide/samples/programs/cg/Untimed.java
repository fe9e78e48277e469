package org.moide.samples.programs.cg;

import java.io.Serializable;
import java.util.Locale;
import org.moide.engine.Report;

/**
 * What went before the measured steps.
 *
 * @param warmUp whether more than NPB's one step was asked for
 * @param steady whether the last steps took no less time than those before
 */
record Untimed(int steps, long nanos, boolean warmUp, boolean steady) implements Serializable {
    private static final long serialVersionUID = 1L;

    static final Untimed NOTHING = new Untimed(0, 0, false, false);

    void tell(Report report) {
        report.put("untimedSteps", steps);
        report.put("untimedSeconds", nanos / 1e9);
        report.put("warmUp", inWords());
    }

    /** Says which rule the figures keep to, since those of different rules are not to be compared. */
    String inWords() {
        if (!warmUp) {
            return "NPB's rule: 1 untimed step (a JVM still compiles after it; --warm-up measures without that)";
        }
        String seconds = String.format(Locale.ROOT, "%.2f s", nanos / 1e9);
        String all = steps == 1 ? "1 untimed step" : steps + " untimed steps, more than NPB's 1";
        return all + ", in " + seconds + (steady ? ", until steady" : ", not steady yet");
    }
}
