package org.moide.samples.programs.radiosity;

/**
 * Decides between which elements light is exchanged (Hanrahan, Salzman and Aupperle, §3 and §5): if a link carries too
 * much light to treat it as uniform, the larger of its two ends is divided into four. Used by one thread.
 *
 * <p>Each end of a link makes the same decision by itself, from the same numbers. So one end gains exactly what the
 * other one sends, and no message is needed to an end on another engine.
 */
final class Refinement {
    /**
     * The factor for the light of a source that is partly visible. At the edges of its shadow, smaller elements are
     * needed. The next constant is the factor for a source that seems hidden: ten rays may all miss the part of it that
     * is visible.
     */
    private static final double PARTLY_SEEN = 2.0;

    private static final double HIDDEN = 0.1;

    private final Forest forest;
    private final FormFactor formFactor = new FormFactor();
    private final Visibility visibility;
    private final double largestPower;
    private final double smallestArea;
    private final Frame one = new Frame();
    private final Frame other = new Frame();
    private final Pairs.Known known = new Pairs.Known();
    private final Links open = new Links();
    private final Links kept = new Links();

    /**
     * Creates a refinement with these limits.
     *
     * @param largestPower the most light that a link may carry, in the brightest colour
     * @param smallestArea elements of at most this area are not divided
     */
    Refinement(Forest forest, double largestPower, double smallestArea) {
        this.forest = forest;
        this.visibility = new Visibility(forest.inTheWay(), forest.surfaces());
        this.largestPower = largestPower;
        this.smallestArea = smallestArea;
    }

    /**
     * Replaces those links of an element that carry too much light by finer ones. The finer links belong to the
     * element, or to its quarters if it is divided. Returns the number of pairs of elements that were examined.
     */
    int refine(Element element) {
        Links links = element.links;
        double area = forest.surfaces().area(element);
        double bright = element.brightest();
        boolean isSame = true;
        int looks = 0;
        kept.clear();
        for (int link = 0; link < links.count(); link++) {
            open.clear();
            open.add(links.source(link), links.exchange(link), links.seen(link));
            while (open.count() > 0) {
                int last = open.last();
                Element source = open.source(last);
                double exchange = open.exchange(last);
                float seen = open.seen(last);
                open.removeLast();
                if (seen == Links.UNKNOWN) {
                    look(element, source);
                    looks++;
                    exchange = known.exchange;
                    seen = known.seen;
                    isSame = false;
                }
                if (exchange > 0.0) {
                    double weight = seen == 1.0F ? 1.0 : seen == 0.0F ? HIDDEN : PARTLY_SEEN;
                    double brightest = Math.max(bright, source.known().brightest());
                    if (weight * exchange * brightest > largestPower && cut(element, area, source)) {
                        isSame = false;
                    } else {
                        kept.add(source, exchange, seen);
                    }
                }
            }
        }
        if (!isSame) {
            links.become(kept);
        }
        return looks;
    }

    /**
     * Divides the larger end of a link. If both ends are equally large, it divides the end that belongs to the surface
     * with the lower number. Returns whether that end could be divided.
     */
    private boolean cut(Element element, double area, Element source) {
        double sourceArea = forest.surfaces().area(source);
        boolean isOwn = area > sourceArea || (area == sourceArea && element.surface < source.surface);
        Element larger = isOwn ? element : source;
        if (Math.max(area, sourceArea) <= smallestArea || larger.level == Element.MOST_LEVEL) {
            return false;
        }
        if (isOwn) {
            element.cut();
            for (Element quarter : element.quarters()) {
                quarter.links.add(source);
            }
        } else {
            for (Element quarter : source.quarters()) {
                open.add(quarter);
            }
        }
        return true;
    }

    /**
     * Determines the values of a pair of elements. They are exactly the same in both directions, whichever of the two
     * elements needs them.
     */
    private void look(Element element, Element source) {
        boolean inOrder = element.place() < source.place();
        Element first = inOrder ? element : source;
        Element second = inOrder ? source : element;
        int hash = Pairs.hash(first.place(), second.place());
        if (forest.pairs().find(first.place(), second.place(), hash, known)) {
            return;
        }
        one.put(forest.surfaces(), first);
        other.put(forest.surfaces(), second);
        known.exchange = formFactor.exchange(one, other);
        known.seen =
                known.exchange > 0.0 ? visibility.between(one, first.surface, other, second.surface, hash >>> 8) : 0.0F;
        if (forest.isOwn(source.surface)) {
            forest.pairs().put(first.place(), second.place(), hash, known);
        }
    }
}
