package org.moide.balance.loan;

import java.util.ArrayList;
import java.util.List;

/** What one step of a member wants done, as it is gathered; letters get their addresses here. */
final class Outputs {
    private final int self;
    private final long incarnation;
    private List<LoanOutput> gathered = new ArrayList<>();

    Outputs(int self, long incarnation) {
        this.self = self;
        this.incarnation = incarnation;
    }

    /** Whether what is for this incarnation is for us. */
    boolean isSelf(long otherIncarnation) {
        return otherIncarnation == incarnation;
    }

    /** This member's number. */
    int self() {
        return self;
    }

    void add(LoanOutput output) {
        gathered.add(output);
    }

    void send(Peer to, LoanMessage message) {
        gathered.add(new LoanOutput.Send(to.member, new Letter(self, incarnation, to.incarnation, message)));
    }

    /** All since the last call. */
    List<LoanOutput> take() {
        if (gathered.isEmpty()) {
            return List.of();
        }
        List<LoanOutput> taken = gathered;
        gathered = new ArrayList<>();
        return taken;
    }
}
