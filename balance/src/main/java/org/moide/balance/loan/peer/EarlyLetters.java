package org.moide.balance.loan.peer;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.moide.balance.loan.Letter;
import org.moide.balance.loan.LoanMessage.FetchTasks;
import org.moide.balance.loan.LoanMessage.LoadTold;

/**
 * Letters of members that have joined before this one was told of it: a letter may be faster than the news of the
 * membership, and a newcomer should not have to ask twice.
 */
public final class EarlyLetters {
    /** A few letters each of some hundred members that join together; senders repeat requests that are dropped. */
    private static final int MOST_LETTERS = 1_000;

    private final ArrayDeque<Letter> letters = new ArrayDeque<>();

    /** Keeps what its sender asks or tells; all else it says in answer to this member, or again. */
    public void keep(Letter letter) {
        if (!(letter.message() instanceof FetchTasks || letter.message() instanceof LoadTold)) {
            return;
        }
        if (letters.size() == MOST_LETTERS) {
            letters.remove();
        }
        letters.add(letter);
    }

    /** Takes out those whose senders are known now; in the order in which they came. */
    public List<Letter> known(Predicate<Letter> isKnown) {
        if (letters.isEmpty()) {
            return List.of();
        }
        List<Letter> known = new ArrayList<>();
        letters.removeIf(letter -> isKnown.test(letter) && known.add(letter));
        return known;
    }
}
