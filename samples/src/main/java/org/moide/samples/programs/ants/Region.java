package org.moide.samples.programs.ants;

import java.util.HashMap;
import java.util.Map;
import org.moide.samples.programs.ants.Message.Part;

/**
 * A part of the grid with the ants in it, which is a worker's state. A step has two halves. For the first half, a
 * region needs its neighbours' scent along its borders; then its scent fades and its ants walk. For the second half, it
 * needs the ants that come from neighbours; then all its ants take food, drop it, and leave scent. A neighbour may be
 * ahead by one half step; then its messages are kept. Used by one thread at a time.
 */
final class Region implements Member {
    private static final long serialVersionUID = 1L;

    private final Options options;
    private final int column;
    private final int row;
    private final int x0;
    private final int y0;
    private final int width;
    private final int height;
    private final int stride;
    private final Colony ants = new Colony();

    /**
     * The numbers received from neighbours for this half step and the next one. The key consists of the half step and
     * the direction.
     */
    private final Map<Integer, int[]> heard = new HashMap<>();

    /** The scent of all cells of the region and of one more row and column of cells on each side. */
    private int[] scent;

    private int half;
    private long food;
    private boolean started;

    /** Creates a region with its initial ants and scent. */
    Region(Options options, int number, Rules rules) {
        this.options = options;
        this.column = number % options.columns();
        this.row = number / options.columns();
        this.x0 = options.firstX(column);
        this.y0 = options.firstY(row);
        this.width = options.firstX(column + 1) - x0;
        this.height = options.firstY(row + 1) - y0;
        this.stride = width + 2;
        this.scent = new int[stride * (height + 2)];
        for (int ant = 0; ant < options.ants(); ant++) {
            int[] start = rules.start(ant);
            if (start[0] >= x0 && start[0] < x0 + width && start[1] >= y0 && start[1] < y0 + height) {
                ants.add(ant, start[0], start[1], start[2], 0);
            }
        }
    }

    @Override
    public Options options() {
        return options;
    }

    /** Returns the number of the neighbouring region in this direction. Opposite edges of the grid are joined. */
    static int neighbour(Options options, int region, int way) {
        int column = Math.floorMod(region % options.columns() + Heading.dx(way), options.columns());
        int row = Math.floorMod(region / options.columns() + Heading.dy(way), options.rows());
        return row * options.columns() + column;
    }

    int number() {
        return row * options.columns() + column;
    }

    int x0() {
        return x0;
    }

    int y0() {
        return y0;
    }

    int width() {
        return width;
    }

    int height() {
        return height;
    }

    Colony ants() {
        return ants;
    }

    /** Returns how often food was brought home in this region. */
    long food() {
        return food;
    }

    int step() {
        return half / 2;
    }

    int half() {
        return half;
    }

    boolean isDone() {
        return step() == options.steps();
    }

    void start() {
        started = true;
    }

    private int at(int x, int y) {
        return (y - y0 + 1) * stride + x - x0 + 1;
    }

    /** Returns the scent in a cell of this region. */
    int scent(int x, int y) {
        return scent[at(x, y)];
    }

    /** Takes a message from a neighbour. */
    void hear(Part part) {
        if (part.half() < half || part.half() > half + 1) {
            throw new IllegalStateException("region " + number() + ", half step " + half
                    + ": expected neighbours to be as far or one ahead, found half " + part.half());
        }
        int[] before = heard.put(part.half() * Heading.COUNT + part.from(), part.numbers());
        if (before != null) {
            throw new IllegalStateException("region " + number() + ", half step " + part.half()
                    + ": expected one message from way " + part.from() + ", found two");
        }
    }

    /** Returns whether all neighbours have sent what this half step needs. */
    boolean isReady() {
        boolean ready = started && !isDone();
        for (int way = 0; way < Heading.COUNT; way++) {
            ready &= heard.containsKey(half * Heading.COUNT + way);
        }
        return ready;
    }

    private int[] takeHeard(int way) {
        int[] numbers = heard.remove(half * Heading.COUNT + way);
        if (numbers == null) {
            throw new IllegalStateException("region " + number() + ", half step " + half
                    + ": expected a message from way " + way + ", found none");
        }
        return numbers;
    }

    /** Returns the scent in the cells along the border with the neighbour in this direction. */
    int[] border(int way) {
        int left = Heading.dx(way) > 0 ? width : 1;
        int top = Heading.dy(way) > 0 ? height : 1;
        int across = Heading.dx(way) == 0 ? width : 1;
        int down = Heading.dy(way) == 0 ? height : 1;
        int[] border = new int[across * down];
        for (int i = 0; i < border.length; i++) {
            border[i] = scent[(top + i / across) * stride + left + i % across];
        }
        return border;
    }

    private void putBorder(int way, int[] border) {
        int left = Heading.dx(way) == 0 ? 1 : Heading.dx(way) > 0 ? width + 1 : 0;
        int top = Heading.dy(way) == 0 ? 1 : Heading.dy(way) > 0 ? height + 1 : 0;
        int across = Heading.dx(way) == 0 ? width : 1;
        for (int i = 0; i < border.length; i++) {
            scent[(top + i / across) * stride + left + i % across] = border[i];
        }
    }

    /**
     * Runs the first half of a step: the scent fades, and the ants walk.
     *
     * @return the ants that have left the region, by direction
     */
    Colony[] fadeAndGo(Rules rules) {
        for (int way = 0; way < Heading.COUNT; way++) {
            putBorder(way, takeHeard(way));
        }
        Colony[] left = new Colony[Heading.COUNT];
        for (int way = 0; way < Heading.COUNT; way++) {
            left[way] = new Colony();
        }
        for (int index = ants.count() - 1; index >= 0; index--) {
            go(index, rules, left);
        }
        int[] next = new int[scent.length];
        for (int y = 1; y <= height; y++) {
            for (int cell = y * stride + 1; cell <= y * stride + width; cell++) {
                int around = scent[cell - 1] + scent[cell + 1] + scent[cell - stride] + scent[cell + stride];
                next[cell] = Rules.faded(scent[cell], around);
            }
        }
        scent = next;
        half++;
        return left;
    }

    private void go(int index, Rules rules, Colony[] left) {
        int ant = ants.ant(index);
        int x = ants.x(index);
        int y = ants.y(index);
        int heading = ants.heading(index);
        if (ants.load(index) > 0) {
            heading = rules.homeward(ant, step(), x, y);
        } else {
            heading = Heading.turned(
                    heading,
                    rules.searching(
                            ant, step(), ahead(x, y, heading, -1), ahead(x, y, heading, 0), ahead(x, y, heading, 1)));
        }
        int toX = x + Heading.dx(heading);
        int toY = y + Heading.dy(heading);
        ants.place(index, Math.floorMod(toX, options.width()), Math.floorMod(toY, options.height()), heading);
        int overX = toX < x0 ? -1 : toX < x0 + width ? 0 : 1;
        int overY = toY < y0 ? -1 : toY < y0 + height ? 0 : 1;
        if (overX != 0 || overY != 0) {
            ants.move(index, left[Heading.of(overX, overY)]);
        }
    }

    private int ahead(int x, int y, int heading, int eighths) {
        int way = Heading.turned(heading, eighths);
        return scent[at(x + Heading.dx(way), y + Heading.dy(way))];
    }

    /**
     * Runs the second half of a step: adds the ants that have come from neighbours, and lets all ants take or drop food
     * and leave scent.
     */
    void welcomeAndWork(Rules rules) {
        for (int way = 0; way < Heading.COUNT; way++) {
            ants.addAll(takeHeard(way));
        }
        half++;
        Rules.Food places = rules.food(step());
        for (int index = 0; index < ants.count(); index++) {
            int x = ants.x(index);
            int y = ants.y(index);
            int load = ants.load(index);
            if (load == 0 && places.isAt(x, y)) {
                load = Rules.FULL;
                ants.turnBack(index);
            } else if (load > 0 && rules.isNest(x, y)) {
                load = 0;
                food++;
                ants.turnBack(index);
            }
            scent[at(x, y)] = Math.max(scent[at(x, y)], load);
            ants.load(index, Rules.weakened(load));
        }
    }
}
