package org.moide.samples.primers;

import java.io.Serializable;
import java.util.Set;
import org.moide.engine.Arguments;
import org.moide.samples.picture.PictureFile;

/**
 * The options of the sample {@code strips}. They are part of each strip's state, because any engine may be the one that
 * handles the results.
 */
record StripOptions(Heat heat, int strips, PictureFile picture, boolean check) implements Serializable {
    private static final long serialVersionUID = 1L;

    static final String USAGE = Heat.USAGE + """
            --strips n  into how many strips the columns are cut; default 100, or all columns of a smaller plate
            --picture file   the PNG of the heat at the end; default strips.png; none: no picture
            --check     compute all once more with one thread, and compare""";

    private static final Set<String> VALUED = Set.of("--size", "--steps", "--wave", "--strips", PictureFile.OPTION);

    /**
     * The most rows and columns of the plate. One engine assembles the plate; with so many it takes 800 MB, and as much
     * again for data in transit.
     */
    private static final int MOST_SIZE = 10_000;

    private static final int USUAL_STRIPS = 100;

    static StripOptions of(Arguments arguments) {
        arguments.allow(VALUED, Set.of("--check"), 0);
        Heat heat = Heat.of(arguments, MOST_SIZE);
        int columns = heat.size();
        return new StripOptions(
                heat,
                arguments.count("--strips", Math.min(columns, USUAL_STRIPS), 1, columns),
                PictureFile.of(arguments, "strips.png"),
                arguments.flag("--check"));
    }

    /** Returns the first column of a strip, counted from 0. */
    int firstColumn(int strip) {
        return (int) ((long) strip * heat.size() / strips);
    }
}
