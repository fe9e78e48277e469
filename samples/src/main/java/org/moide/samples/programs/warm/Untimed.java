package org.moide.samples.programs.warm;

import java.io.Serializable;
import java.util.Locale;

/**
 * The steps before the measured ones.
 *
 * @param warmUp whether more than the least was asked for
 * @param steady whether the last steps took no less time than those before
 */
public record Untimed(int steps, long nanos, boolean warmUp, boolean steady) implements Serializable {
    private static final long serialVersionUID = 1L;

    public static final Untimed NOTHING = new Untimed(0, 0, false, false);

    /**
     * The words for how many, in which time, and whether that was enough.
     *
     * @param many is said after the number of steps, if it is not 1
     */
    public String inWords(String many) {
        String seconds = String.format(Locale.ROOT, "%.2f s", nanos / 1e9);
        String all = steps == 1 ? "1 untimed step" : steps + " untimed steps" + many;
        return all + ", in " + seconds + (steady ? ", until steady" : ", not steady yet");
    }
}
