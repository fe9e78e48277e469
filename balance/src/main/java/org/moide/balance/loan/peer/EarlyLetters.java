package org.moide.balance.loan.peer;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.moide.balance.loan.Letter;
import org.moide.balance.loan.LoanMessage.FetchTasks;
import org.moide.balance.loan.LoanMessage.LoadTold;

/**
 * The store for letters (messages) from members that this member has not been told of yet. A letter may arrive before
 * the membership that names its sender. A sender need not repeat a letter that is kept here.
 */
public final class EarlyLetters {
    /**
     * The most letters kept: a few from each of some hundred members that join together. Senders repeat a dropped
     * request.
     */
    private static final int MOST_LETTERS = 1_000;

    private final ArrayDeque<Letter> letters = new ArrayDeque<>();

    /**
     * Keeps a letter if it is a request for tasks or a load message. Other messages are dropped: their senders repeat
     * them.
     */
    public void keep(Letter letter) {
        if (!(letter.message() instanceof FetchTasks || letter.message() instanceof LoadTold)) {
            return;
        }
        if (letters.size() == MOST_LETTERS) {
            letters.remove();
        }
        letters.add(letter);
    }

    /** Removes and returns the letters whose senders this member knows now, in order of arrival. */
    public List<Letter> known(Predicate<Letter> isKnown) {
        if (letters.isEmpty()) {
            return List.of();
        }
        List<Letter> known = new ArrayList<>();
        letters.removeIf(letter -> isKnown.test(letter) && known.add(letter));
        return known;
    }
}
