package org.moide.samples.programs.radiosity;

/**
 * A branch of a tree that is on this engine for a pass, because the task of its top element came here ({@link Passes}).
 *
 * @param place the place of the top element
 * @param home the index of the engine that the branch came from
 * @param top the top element, in a tree that is used for nothing else
 * @param complete happens once, when the top element is complete
 */
record Guest(long place, int home, Element top, Awaited complete) {
    /** Makes a guest of a branch that has just come. */
    static Guest of(long place, int home, Branches.Sent sent, Forest forest) {
        int surface = Element.surface(place);
        Element top = Element.whole(surface, forest.isTriangle(surface)).at(place);
        Element above = top.parent;
        if (above != null) {
            System.arraycopy(sent.arriving(), 0, above.arriving, 0, Element.BANDS);
        }
        sent.branch().settle(top, forest);
        Guest guest = new Guest(place, home, top, new Awaited());
        top.guest = guest;
        return guest;
    }
}
