package org.moide.coordinator.reconfigure;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/** Engines that come for the numbers of those which were lost. Used by the control thread only. */
final class Successors {
    /** How many engines in a row may fail to come: the next would too. */
    private static final int MOST_TRIES = 3;

    private final EpochTable table;
    private final WantedChange.Recruiter recruiter;
    private final Set<Integer> newcomers = new HashSet<>();
    private int tries;

    Successors(EpochTable table, WantedChange.Recruiter recruiter) {
        this.table = table;
        this.recruiter = recruiter;
    }

    /** Has an engine made for this number. */
    void recruit(int number, int threads, Set<Integer> awayFrom) {
        int seat = recruiter.recruit(List.of(), threads, awayFrom, Recruitment.Reach.ANY_HOST);
        table.expect(seat, number);
    }

    /**
     * Has engines made in the place of those that were lost before the first epoch.
     *
     * @param engines in the order of their numbers
     * @param missing seats of those that are lost, with why
     * @param told hears of each of them
     */
    void recruitFor(List<Place> engines, Map<Integer, String> missing, BiConsumer<Place, String> told) {
        missing.keySet().forEach(table::gone);
        for (int number = 0; number < engines.size(); number++) {
            Place lost = engines.get(number);
            String why = missing.get(lost.seat());
            if (why != null) {
                told.accept(lost, why);
                recruit(number, lost.threads(), Set.of(lost.seat()));
            }
        }
    }

    /** An engine is there: it gets the number that it was made for. False if it was made for none. */
    boolean came(int seat) {
        Integer number = table.expected(seat);
        if (number == null) {
            return false;
        }
        table.set(number, seat);
        newcomers.add(seat);
        return true;
    }

    /** One has not come: whether to have another made. */
    boolean mayTryAgain() {
        tries++;
        return tries < MOST_TRIES;
    }

    /** Whether it has come since all computed last. */
    boolean isNew(int seat) {
        return newcomers.contains(seat);
    }

    void allCompute() {
        tries = 0;
        newcomers.clear();
    }
}
