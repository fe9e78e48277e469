package org.moide.balance.loan.peer;

import org.moide.balance.loan.Letter;

/**
 * A filter for letters (messages between members): a member accepts only those to its own incarnation from the current
 * incarnation of the sender. The incarnation distinguishes an engine from an earlier one with the same number.
 */
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
