package org.moide.samples.programs.ants;

/**
 * The same model without regions, for comparison: one grid, and the ants in the order of their numbers. Used by one
 * thread.
 */
final class WholeGrid {
    private final Options options;
    private final Rules rules;
    private final int[] x;
    private final int[] y;
    private final int[] heading;
    private final int[] load;
    private int[][] scent;
    private int step;
    private long food;

    WholeGrid(Options options) {
        this.options = options;
        this.rules = new Rules(options);
        this.x = new int[options.ants()];
        this.y = new int[options.ants()];
        this.heading = new int[options.ants()];
        this.load = new int[options.ants()];
        this.scent = new int[options.height()][options.width()];
        for (int ant = 0; ant < x.length; ant++) {
            int[] start = rules.start(ant);
            x[ant] = start[0];
            y[ant] = start[1];
            heading[ant] = start[2];
        }
    }

    long food() {
        return food;
    }

    int scent(int atX, int atY) {
        return scent[Math.floorMod(atY, options.height())][Math.floorMod(atX, options.width())];
    }

    /** Returns an ant's place, direction and load. */
    int[] ant(int number) {
        return new int[] {x[number], y[number], heading[number], load[number]};
    }

    void runAll() {
        while (step < options.steps()) {
            for (int ant = 0; ant < x.length; ant++) {
                go(ant);
            }
            fade();
            step++;
            Rules.Food places = rules.food(step);
            for (int ant = 0; ant < x.length; ant++) {
                work(ant, places);
            }
        }
    }

    private void go(int ant) {
        if (load[ant] > 0) {
            heading[ant] = rules.homeward(ant, step, x[ant], y[ant]);
        } else {
            int turn = rules.searching(ant, step, smell(ant, -1), smell(ant, 0), smell(ant, 1));
            heading[ant] = Heading.turned(heading[ant], turn);
        }
        x[ant] = Math.floorMod(x[ant] + Heading.dx(heading[ant]), options.width());
        y[ant] = Math.floorMod(y[ant] + Heading.dy(heading[ant]), options.height());
    }

    private int smell(int ant, int eighths) {
        int way = Heading.turned(heading[ant], eighths);
        return scent(x[ant] + Heading.dx(way), y[ant] + Heading.dy(way));
    }

    private void fade() {
        int[][] next = new int[options.height()][options.width()];
        for (int row = 0; row < next.length; row++) {
            for (int column = 0; column < next[row].length; column++) {
                int around = scent(column - 1, row)
                        + scent(column + 1, row)
                        + scent(column, row - 1)
                        + scent(column, row + 1);
                next[row][column] = Rules.faded(scent[row][column], around);
            }
        }
        scent = next;
    }

    private void work(int ant, Rules.Food places) {
        boolean finds = load[ant] == 0 && places.isAt(x[ant], y[ant]);
        boolean brings = load[ant] > 0 && rules.isNest(x[ant], y[ant]);
        if (finds || brings) {
            heading[ant] = Heading.back(heading[ant]);
            load[ant] = finds ? Rules.FULL : 0;
            food += brings ? 1 : 0;
        }
        scent[y[ant]][x[ant]] = Math.max(scent[y[ant]][x[ant]], load[ant]);
        load[ant] = Rules.weakened(load[ant]);
    }
}
