package org.moide.balance.loan.peer;

import java.util.ArrayList;
import java.util.List;
import org.moide.balance.loan.Letter;
import org.moide.balance.loan.LoanMessage;
import org.moide.balance.loan.LoanOutput;

/**
 * The instructions that a member's balancer collects for its driver during one step. It adds sender and receiver to
 * messages.
 */
public final class Outputs {
    private final int self;
    private final long incarnation;
    private List<LoanOutput> gathered = new ArrayList<>();

    public Outputs(int self, long incarnation) {
        this.self = self;
        this.incarnation = incarnation;
    }

    /**
     * Returns whether this is the member's own incarnation, so that a letter is meant for it and not for an earlier
     * engine of the same number.
     */
    public boolean isSelf(long otherIncarnation) {
        return otherIncarnation == incarnation;
    }

    public int self() {
        return self;
    }

    public void add(LoanOutput output) {
        gathered.add(output);
    }

    public void send(Peer to, LoanMessage message) {
        gathered.add(new LoanOutput.Send(to.member, new Letter(self, incarnation, to.incarnation, message)));
    }

    /** Removes and returns the instructions collected since the last call. */
    public List<LoanOutput> take() {
        if (gathered.isEmpty()) {
            return List.of();
        }
        List<LoanOutput> taken = gathered;
        gathered = new ArrayList<>();
        return taken;
    }
}
