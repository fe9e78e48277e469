package org.moide.samples.programs.radiosity;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.moide.samples.programs.raytrace.scene.Colour;

/**
 * A surface cut in elements, each as small as its light demands, with their interaction lists. Belongs to one thread, and may
 * move to another between passes.
 */
final class QuadTree implements Serializable {
    private static final long serialVersionUID = 1L;

    /** What partly lies below a box may have less than all light around it. */
    private static final double SMALLEST_SCALE = 0.5;

    private static final double LARGEST_SCALE = 2.0;

    private final int surface;
    private final Surface shape;
    private final ArrayList<Place> places = new ArrayList<>();
    private int[] firstChild = new int[16];
    private double[] state = new double[16 * Shine.NUMBERS];
    private List<Link> links = new ArrayList<>();

    QuadTree(int surface, Surface shape) {
        this.surface = surface;
        this.shape = shape;
        Colour emit = shape.emit();
        add(Place.whole(surface), new double[] {emit.red(), emit.green(), emit.blue(), 1.0}, 0);
    }

    private void add(Place place, double[] from, int offset) {
        int element = places.size();
        int at = Shine.NUMBERS * element;
        if (element == firstChild.length) {
            firstChild = Arrays.copyOf(firstChild, 2 * element);
            state = Arrays.copyOf(state, 2 * at);
        }
        places.add(place);
        firstChild[element] = Shine.LEAF;
        System.arraycopy(from, offset, state, at, Shine.NUMBERS);
    }

    int surface() {
        return surface;
    }

    int elements() {
        return places.size();
    }

    Place place(int element) {
        return places.get(element);
    }

    /** The first of an element's four children, which are made if there are none. */
    int firstChild(int element) {
        if (firstChild[element] == Shine.LEAF) {
            int first = places.size();
            Place place = places.get(element);
            for (int quarter = 0; quarter < 4; quarter++) {
                add(place.quarter(quarter), state, Shine.NUMBERS * element);
            }
            firstChild[element] = first;
        }
        return firstChild[element];
    }

    List<Link> links() {
        return links;
    }

    void setLinks(List<Link> links) {
        this.links = links;
    }

    Shine shine() {
        return new Shine(firstChild, state, places.size());
    }

    /**
     * Takes in what all elements have gathered: a child gets what its ancestors got too (push), and these shine as their
     * children do in the mean (pull).
     *
     * <p>In a closed room the form factors of all links of a leaf and its ancestors should add up to 1. They do not quite, since
     * an ancestor's is the mean over its leaves; and leaves with too much of it shine too much, and lose nothing for it elsewhere. So
     * each leaf has a scale by which all its exchange is multiplied, on both sides, until they do (Sinkhorn's method for
     * symmetric matrices): then nothing is lost or won.
     *
     * @param gathered for each element what {@link Shine#NUMBERS} say, over all sources in proportion to their form factors
     * @param closed whether light comes from all directions
     * @return what the whole surface absorbs, and what it sends out, all bands together
     */
    Power pushAndPull(double[] gathered, boolean closed) {
        return pushAndPull(0, gathered, new double[Shine.NUMBERS], closed);
    }

    /** Per time, over an element's whole area. */
    record Power(double absorbed, double sent) {
        Power plus(Power other) {
            return new Power(absorbed + other.absorbed, sent + other.sent);
        }
    }

    private Power pushAndPull(int element, double[] gathered, double[] fromAbove, boolean closed) {
        int at = Shine.NUMBERS * element;
        double[] all = new double[Shine.NUMBERS];
        for (int i = 0; i < Shine.NUMBERS; i++) {
            all[i] = fromAbove[i] + gathered[at + i];
        }
        if (firstChild[element] == Shine.LEAF) {
            return shineBack(element, all, closed);
        }
        Power power = new Power(0.0, 0.0);
        for (int child = firstChild[element]; child < firstChild[element] + 4; child++) {
            power = power.plus(pushAndPull(child, gathered, all, closed));
        }
        for (int i = 0; i < Shine.NUMBERS; i++) {
            double sum = 0.0;
            for (int child = firstChild[element]; child < firstChild[element] + 4; child++) {
                sum += state[Shine.NUMBERS * child + i];
            }
            state[at + i] = sum / 4.0;
        }
        return power;
    }

    private Power shineBack(int element, double[] all, boolean closed) {
        int at = Shine.NUMBERS * element;
        double scale = state[at + Shine.SCALE];
        Colour arriving = new Colour(all[0], all[1], all[2]).times(scale);
        Colour reflected = arriving.times(shape.reflect());
        Colour shining = shape.emit().plus(reflected);
        if (closed && all[Shine.SCALE] > 0.0) {
            scale = Math.max(SMALLEST_SCALE, Math.min(LARGEST_SCALE, Math.sqrt(scale / all[Shine.SCALE])));
        }
        state[at] = scale * shining.red();
        state[at + 1] = scale * shining.green();
        state[at + 2] = scale * shining.blue();
        state[at + Shine.SCALE] = scale;
        double area = shape.area() * places.get(element).share();
        return new Power(area * (sum(arriving) - sum(reflected)), area * sum(shining));
    }

    private static double sum(Colour colour) {
        return colour.red() + colour.green() + colour.blue();
    }
}
