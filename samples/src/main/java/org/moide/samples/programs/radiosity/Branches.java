package org.moide.samples.programs.radiosity;

import java.io.Serializable;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The branches of trees that go to other engines for a pass, because the tasks of their top elements went there, and
 * that come from them. Any thread.
 */
final class Branches {
    private final Forest forest;
    /** The branches that are here, by the place of the top element. */
    private final Map<Long, Guest> guests = new ConcurrentHashMap<>();

    Branches(Forest forest) {
        this.forest = forest;
    }

    /** A branch on its way to the engine that has the task, with the light that arrives at the element above it. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Sent(Branch branch, double[] arriving) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    /** A branch on its way home, with the sums over its elements. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Returned(long place, Branch branch, double[] leaving, double absorbed, double sent, int elements, long looks)
            implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    /** Returns the element of a task that was put on this engine. */
    Element element(long place) {
        for (long at = place; !guests.isEmpty(); at = Element.above(at)) {
            Guest guest = guests.get(at);
            if (guest != null) {
                return guest.top().at(place);
            }
            if (Element.level(at) == 0) {
                break;
            }
        }
        return forest.tree(Element.surface(place)).at(place);
    }

    /** Takes a branch out of its tree, for the engine that has the task of its top element. */
    Sent leave(long place) {
        Element top = element(place);
        Element above = top.parent;
        double[] arriving = above == null ? new double[Element.BANDS] : above.arriving.clone();
        return new Sent(Branch.takenFrom(top, new Shine(top, forest.isTriangle(top.surface))), arriving);
    }

    /** Takes in a branch whose task came to this engine. */
    Guest come(long place, int home, Sent sent) {
        Guest guest = Guest.of(place, home, sent, forest);
        guests.put(place, guest);
        return guest;
    }

    /** Takes leave of a guest that is complete. */
    Returned giveBack(Guest guest) {
        guests.remove(guest.place());
        Element top = guest.top();
        Branch branch = Branch.takenFrom(top, Shine.after(top, forest.isTriangle(top.surface)));
        return new Returned(
                guest.place(), branch, top.leaving.clone(), top.absorbed, top.sent, top.elements, top.looks);
    }

    /** Puts a branch that has come home back into its tree. Returns its top element, which is complete. */
    Element comeBack(Returned returned) {
        Element top = element(returned.place());
        returned.branch().settleAfter(top, forest);
        System.arraycopy(returned.leaving(), 0, top.leaving, 0, Element.BANDS);
        top.absorbed = returned.absorbed();
        top.sent = returned.sent();
        top.elements = returned.elements();
        top.looks = returned.looks();
        return top;
    }
}
