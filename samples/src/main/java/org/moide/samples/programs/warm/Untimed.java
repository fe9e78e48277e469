package org.moide.samples.programs.warm;

import java.io.Serializable;
import java.util.Locale;

/**
 * An account of the steps that were run before the measured ones.
 *
 * @param steps the number of steps
 * @param nanos their total time
 * @param warmUp whether the user requested a warm-up of more than one step
 * @param steady whether the last steps were no faster than those before them
 */
public record Untimed(int steps, long nanos, boolean warmUp, boolean steady) implements Serializable {
    private static final long serialVersionUID = 1L;

    public static final Untimed NOTHING = new Untimed(0, 0, false, false);

    /**
     * Returns a text with the number of steps, their time, and whether they were enough.
     *
     * @param many the words after a number of steps other than 1
     */
    public String inWords(String many) {
        String seconds = String.format(Locale.ROOT, "%.2f s", nanos / 1e9);
        String all = steps == 1 ? "1 untimed step" : steps + " untimed steps" + many;
        return all + ", in " + seconds + (steady ? ", until steady" : ", not steady yet");
    }
}
