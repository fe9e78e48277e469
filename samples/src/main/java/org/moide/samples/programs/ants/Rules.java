package org.moide.samples.programs.ants;

/**
 * The rules by which ants act and scent fades, in whole numbers, so that the order of computation does not matter. An
 * ant's random numbers depend only on the seed, the ant and the step, so that no random generator has to be sent with
 * an ant. Immutable; any thread may use it.
 *
 * <p>An ant without a load goes to the one of the three cells before it that has most scent, or wanders if none has
 * any. An ant that has found food goes home and leaves less and less scent on its way, so that scent increases towards
 * the food. Scent spreads and fades.
 */
final class Rules {
    /** The load of an ant that has just found food. The load is also the strength of the scent that the ant leaves. */
    static final int FULL = 1 << 20;

    /**
     * The fraction of its load that an ant loses in each step: the load is divided by 2 to the power of this number.
     */
    private static final int LOAD_FADES = 7;

    /** The faintest scent that an ant can smell. */
    private static final int FAINTEST = FULL >> 9;

    private static final int FIELD_FADES = 6;
    private static final int SPREAD_BITS = 5;
    /** The number of random bits that are used for one choice. */
    private static final int PART_BITS = 24;

    private static final int PART_MASK = (1 << PART_BITS) - 1;
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    /** A mask for random bits. If all masked bits are 0, an ant ignores the scent: in one of 16 steps, on average. */
    private static final int LEAVES = 15;

    private final Options options;
    private final int nestX;
    private final int nestY;
    private final int nestRadius;

    Rules(Options options) {
        this.options = options;
        this.nestX = options.width() / 2;
        this.nestY = options.height() / 2;
        this.nestRadius = 1 + Math.min(options.width(), options.height()) / 40;
    }

    Options options() {
        return options;
    }

    /** Returns an ant's initial place and direction. */
    int[] start(int ant) {
        long drawn = random(ant, -1);
        return new int[] {
            part(drawn >>> (Long.SIZE - PART_BITS), options.width()),
            part(drawn >>> 16 & PART_MASK, options.height()),
            (int) (drawn & 7)
        };
    }

    /**
     * Chooses one of {@code count} possibilities.
     *
     * @param bits {@value #PART_BITS} random bits
     */
    private static int part(long bits, int count) {
        return (int) ((bits * count) >>> PART_BITS);
    }

    /**
     * Returns by how many eighths of a circle an ant without a load turns, given the scent to its left, ahead of it and
     * to its right.
     */
    int searching(int ant, int step, int left, int ahead, int right) {
        long drawn = random(ant, step);
        if (Math.max(ahead, Math.max(left, right)) > FAINTEST && (drawn & LEAVES) != 0) {
            if (ahead >= left && ahead >= right) {
                return 0;
            }
            return left > right || (left == right && (drawn & 32) == 0) ? -1 : 1;
        }
        return switch ((int) (drawn >>> 6 & 7)) {
            case 0 -> -1;
            case 1 -> 1;
            default -> 0;
        };
    }

    /** Returns the direction in which an ant with a load goes home from here, on a nearly straight line. */
    int homeward(int ant, int step, int x, int y) {
        int dx = shortest(nestX - x, options.width());
        int dy = shortest(nestY - y, options.height());
        int longer = Math.max(Math.abs(dx), Math.abs(dy));
        int drawn = part(random(ant, step) >>> (Long.SIZE - PART_BITS), Math.max(1, longer));
        int stepX = drawn < Math.abs(dx) ? Integer.signum(dx) : 0;
        int stepY = drawn < Math.abs(dy) ? Integer.signum(dy) : 0;
        return stepX == 0 && stepY == 0 ? 0 : Heading.of(stepX, stepY);
    }

    /** Returns a signed distance on a ring of {@code around} cells: of the two ways round the ring, the shorter one. */
    private static int shortest(int way, int around) {
        int positive = Math.floorMod(way, around);
        return 2 * positive > around ? positive - around : positive;
    }

    boolean isNest(int x, int y) {
        return isWithin(nestRadius, nestX - x, nestY - y);
    }

    private boolean isWithin(int radius, int wayX, int wayY) {
        long dx = shortest(wayX, options.width());
        long dy = shortest(wayY, options.height());
        return dx * dx + dy * dy <= (long) radius * radius;
    }

    /** Returns the places with food after this number of steps. */
    Food food(int step) {
        int[] x = new int[options.sources()];
        int[] y = new int[options.sources()];
        for (int source = 0; source < x.length; source++) {
            double turn = 2.0 * Math.PI * (source / (double) x.length + step / 2400.0);
            double reach = 0.36 + 0.06 * StrictMath.sin(2.6 * turn + options.seed() % 1000 + source);
            x[source] = (int) Math.floor(options.width() * (0.5 + reach * StrictMath.cos(turn)));
            y[source] = (int) Math.floor(options.height() * (0.5 + reach * StrictMath.sin(turn)));
        }
        return new Food(x, y);
    }

    /** The places with food at one step. */
    final class Food {
        private final int[] x;
        private final int[] y;

        Food(int[] x, int[] y) {
            this.x = x;
            this.y = y;
        }

        boolean isAt(int atX, int atY) {
            for (int source = 0; source < x.length; source++) {
                if (isWithin(nestRadius, x[source] - atX, y[source] - atY)) {
                    return true;
                }
            }
            return false;
        }
    }

    /**
     * Returns a cell's scent after a step, in which a part of it spreads and a part fades.
     *
     * @param neighbours the sum of the scent of the cell's four neighbours
     */
    static int faded(int scent, int neighbours) {
        int spread = (int) (((long) scent * ((1 << SPREAD_BITS) - 4) + neighbours) >> SPREAD_BITS);
        return spread - (spread >> FIELD_FADES) - (spread > 0 ? 1 : 0);
    }

    static int weakened(int load) {
        return load - (load >> LOAD_FADES);
    }

    /** Returns random bits for an ant in a step, by SplitMix64. */
    private long random(int ant, int step) {
        long mixed = options.seed() + GOLDEN * (ant * 0x1_0000_0001L + 1) + 0xD1B54A32D192ED03L * step;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }
}
