package org.moide.balance.loan.peer;

import org.moide.balance.loan.Letter;

/** A filter of the letters that a member opens: those to itself, from who wrote them. */
public class LetterFilter {
    private final Outputs outputs;

    public LetterFilter(Outputs outputs) {
        this.outputs = outputs;
    }

    public boolean isForUs(Letter letter) {
        return outputs.isSelf(letter.toIncarnation());
    }

    public boolean isFrom(Peer peer, Letter letter) {
        return peer.incarnation == letter.fromIncarnation();
    }
}
