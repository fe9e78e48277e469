package org.moide.commlib.collective;

import java.util.ArrayList;
import java.util.List;
import org.moide.commlib.registration.Registration;

/** The words for a collective that does not come about within its limit. */
final class Missing {
    private static final String RULE = "every ID must call the same collectives, in the same order";

    private Missing() {}

    /**
     * Names who has not called.
     *
     * @param who IDs, as they are to be named; empty if all have come by now
     */
    static String tell(Object call, double waitedSeconds, List<String> who) {
        String waited = call + ": waited " + waitedSeconds + " s for ";
        return who.isEmpty()
                ? waited + "others; all have called it by now, but too late"
                : waited + String.join(", ", who) + ": not called there; " + RULE;
    }

    /**
     * Compares what each engine is in.
     *
     * @param notes by engine; -1 where not all threads are in any collective
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
