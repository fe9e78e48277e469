package org.moide.balance.loan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.moide.balance.loan.LoanOutput.Send;
import org.moide.balance.strategy.Decision;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategy;
import org.moide.commlib.port.Signal;

/** Makes letters (messages between members) and memberships for tests of a single member. */
public final class Mail {
    public static final long MILLI = 1_000_000;

    public static final BalancerLimits LIMITS = new BalancerLimits(
            100 * MILLI,
            400 * MILLI,
            10_000 * MILLI,
            10 * MILLI,
            1_000 * MILLI,
            500 * MILLI,
            1 << 20,
            1 << 16,
            16 << 20,
            BalancerLimits.DEFAULT.roomBytes());

    private Mail() {}

    /** Makes a membership of engines with incarnation 10 + number, power 1 and one thread. */
    public static Membership members(int... numbers) {
        Membership members = Membership.NONE;
        for (int number : numbers) {
            members = members.with(new Membership.Member(number, 10 + number, 1, 1));
        }
        return members;
    }

    /** Makes a letter (a message between members) from engine {@code from} to the root. */
    public static Letter toRoot(int from, LoanMessage message) {
        return new Letter(from, 10 + from, Membership.ROOT_INCARNATION, message);
    }

    /** Makes a letter (a message between members) from engine {@code from}, or the root, to engine {@code to}. */
    public static Letter letter(int from, int to, LoanMessage message) {
        return new Letter(from, from == Membership.ROOT ? Membership.ROOT_INCARNATION : 10 + from, 10 + to, message);
    }

    public static List<byte[]> tasks(int count) {
        return Stream.generate(() -> new byte[4]).limit(count).toList();
    }

    public static <T extends LoanOutput> List<T> found(List<LoanOutput> outputs, Class<T> type) {
        return outputs.stream().filter(type::isInstance).map(type::cast).toList();
    }

    public static <T extends LoanMessage> List<T> messages(List<LoanOutput> outputs, int to, Class<T> type) {
        return found(outputs, Send.class).stream()
                .filter(send -> send.toMember() == to)
                .map(send -> send.letter().message())
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    public static <T extends LoanMessage> T only(List<LoanOutput> outputs, int to, Class<T> type) {
        List<T> found = messages(outputs, to, type);
        assertThat(found)
                .as(type.getSimpleName() + " to " + to + " among " + outputs)
                .hasSize(1);
        return found.get(0);
    }

    /** Makes a strategy that decides, once, what the test has put into the list. */
    public static Strategy deciding(List<Decision> decisions) {
        return view -> {
            List<Decision> now = List.copyOf(decisions);
            decisions.clear();
            return now;
        };
    }

    /** Makes a signal for pools in tests in which no thread blocks. */
    public static Signal signal() {
        return new Signal() {
            @Override
            public boolean await(BooleanSupplier condition, long timeoutNanos) {
                throw new IllegalStateException("nobody waits here");
            }

            @Override
            public void raise() {}
        };
    }
}
