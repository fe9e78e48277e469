package org.moide.commlib.collective;

import java.util.ArrayList;
import java.util.List;
import org.moide.commlib.registration.Registration;

/** The error messages for a collective that did not complete within its limit. */
final class Missing {
    private static final String RULE = "every ID must call the same collectives, in the same order";

    private Missing() {}

    /**
     * Returns the message that says which IDs have not called the collective within its limit.
     *
     * @param who these IDs in words; empty if all have called it meanwhile
     */
    static String tell(Object call, double waitedSeconds, List<String> who) {
        String waited = call + ": waited " + waitedSeconds + " s for ";
        return who.isEmpty()
                ? waited + "others; all have called it by now, but too late"
                : waited + String.join(", ", who) + ": not called there; " + RULE;
    }

    /**
     * Returns the message that says which engines are in another collective, or in none, when a collective has reached
     * its limit.
     *
     * @param notes the packed descriptions by engine; -1 where not all threads are in a collective
     */
    static String tell(Object call, double waitedSeconds, long[] notes, Description own, Registration registration) {
        List<String> others = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        for (Registration.Member member : registration.engines()) {
            long note = notes[member.engine()];
            int last = member.firstId() + member.threads() - 1;
            if (note < 0) {
                missing.add(
                        member.threads() == 1
                                ? "ID " + last
                                : "one or more of the IDs " + member.firstId() + " to " + last);
            } else if (note != own.pack()) {
                others.add(Description.unpack(note) + " at ID " + member.firstId());
            }
        }
        return others.isEmpty()
                ? tell(call, waitedSeconds, missing)
                : call + ": waited " + waitedSeconds + " s; found " + String.join(", ", others) + "; " + RULE;
    }
}
