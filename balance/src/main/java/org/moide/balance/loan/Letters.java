package org.moide.balance.loan;

/** Which letters a member opens: those to itself, from who wrote them. */
class Letters {
    private final Outputs outputs;

    Letters(Outputs outputs) {
        this.outputs = outputs;
    }

    boolean isForUs(Letter letter) {
        return outputs.isSelf(letter.toIncarnation());
    }

    boolean isFrom(Peer peer, Letter letter) {
        return peer.incarnation == letter.fromIncarnation();
    }
}
