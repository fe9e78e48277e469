package org.moide.balance.strategy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.moide.balance.data.ClassCount;
import org.moide.balance.data.DataIndex;
import org.moide.commlib.port.GrowingPause;

/**
 * A wrapper of an engine's strategy for vertical expansion (MOIDE, §3.1): it balances between an engine, the principal,
 * and its assistants, which compute for that engine only. The membership says whether the engine is an assistant or has
 * assistants, and may change at any time.
 *
 * <p>An assistant asks only its principal for tasks, ahead of need, and gives only to its principal. A principal's own
 * strategy does not see assistants. This class answers the assistants' requests with half of the tasks that the
 * strategy has not given away. When the principal has no queued task and some member lacks tasks, it asks the
 * assistants to give some back. So tasks reach assistants, and return from them to all members, through the principal,
 * with every strategy. With strategies in which only the root is asked, the principal asks it for the tasks of its
 * assistants too.
 */
public final class Assisted implements Strategy {
    /**
     * The time for which an assistant's queued tasks still last when it asks for more: some round trips of a slow
     * network.
     */
    private static final long AHEAD_NANOS = 3_000_000;

    /** The first pause after assistants were asked to give tasks back, before they are asked again. */
    private static final long PAUSE_NANOS = 2_000_000;

    private static final double PART = 0.5;

    /** The number of tasks in a request that asks for as many as possible. */
    private static final long AS_MANY_AS_POSSIBLE = Long.MAX_VALUE;

    private final Strategy own;
    private final Supply supply = new Supply(AHEAD_NANOS);
    private final GrowingPause pause = Parameters.pause(PAUSE_NANOS);

    public Assisted(Strategy own) {
        this.own = own;
    }

    @Override
    public List<Decision> decide(MemberView view) {
        Membership members = view.members();
        if (members.isAssistant(view.self())) {
            return assist(view, members.principalOf(view.self()));
        }
        return members.assistants().isEmpty() ? own.decide(view) : withAssistants(view);
    }

    @Override
    public void requireMembers(Membership atStart) {
        own.requireMembers(atStart);
    }

    private List<Decision> assist(MemberView view, int principal) {
        List<Decision> decisions = new ArrayList<>();
        Spare.share(view.requests(), view.spareTasks(), PART, decisions);
        decisions.addAll(supply.ask(principal, view));
        return decisions;
    }

    private List<Decision> withAssistants(MemberView view) {
        List<MemberView.Request> others = new ArrayList<>();
        List<MemberView.Request> assistants = new ArrayList<>();
        for (MemberView.Request request : view.requests()) {
            boolean assists = view.members().isAssistant(request.member());
            (assists ? assistants : others).add(request);
        }
        List<Decision> decisions = new ArrayList<>(own.decide(new Hidden(view, others)));
        long left = view.spareTasks();
        for (Decision decision : decisions) {
            left -= decision instanceof Decision.Give give ? Math.min(left, give.tasks()) : 0;
        }
        Spare.share(assistants, left, PART, decisions);
        boolean anybodyLacks = view.idleThreads() > 0
                || !others.isEmpty()
                || !view.news().isEmpty()
                || !view.instructions().isEmpty();
        if (view.queuedTasks() > 0) {
            pause.reset();
        } else if (anybodyLacks) {
            askAssistants(view, assistants, decisions);
        }
        return decisions;
    }

    /**
     * Asks assistants to give back tasks that they cannot begin soon, as whole loans where possible. If a thread of
     * this engine is idle, it also asks them for tasks as it would ask any member, so that it may get even a last task.
     */
    private void askAssistants(MemberView view, List<MemberView.Request> wanting, List<Decision> decisions) {
        if (pause.isOver(view.nowNanos())) {
            for (Membership.Member assistant : view.members().assistants()) {
                int number = assistant.number();
                // A member that asks ahead of need may still have many tasks.
                boolean idle =
                        wanting.stream().anyMatch(request -> request.member() == number && request.idleThreads() > 0);
                if (!idle) {
                    decisions.add(new Decision.AskToSettle(number));
                }
                if (!idle && view.idleThreads() > 0 && !view.peer(number).asked()) {
                    decisions.add(new Decision.Ask(number, AS_MANY_AS_POSSIBLE, false));
                }
            }
            pause.begin(view.nowNanos());
        }
        decisions.add(new Decision.WaitUntil(pause.nextNanos()));
    }

    /**
     * The view that a principal's own strategy gets: without the assistants, but with their power and threads added to
     * the principal's.
     */
    private record Hidden(MemberView all, Collection<Request> requests) implements MemberView {
        @Override
        public long nowNanos() {
            return all.nowNanos();
        }

        @Override
        public int self() {
            return all.self();
        }

        @Override
        public Membership members() {
            return all.members();
        }

        @Override
        public long queuedTasks() {
            return all.queuedTasks();
        }

        @Override
        public long spareTasks() {
            return all.spareTasks();
        }

        @Override
        public int threads() {
            return all.threads();
        }

        @Override
        public int idleThreads() {
            return all.idleThreads();
        }

        @Override
        public long meanTaskNanos() {
            return all.meanTaskNanos();
        }

        @Override
        public double tasksPerSecond() {
            return all.tasksPerSecond();
        }

        @Override
        public boolean tasksCreateTasks() {
            return all.tasksCreateTasks();
        }

        @Override
        public List<ClassCount> classes() {
            return all.classes();
        }

        @Override
        public DataIndex data() {
            return all.data();
        }

        @Override
        public boolean complete() {
            return all.complete();
        }

        @Override
        public PeerView peer(int member) {
            return all.peer(member);
        }

        @Override
        public boolean isSilent(int member) {
            return all.isSilent(member);
        }

        @Override
        public Collection<Integer> borrowers() {
            return withoutAssistants(all.borrowers());
        }

        private List<Integer> withoutAssistants(Collection<Integer> numbers) {
            return numbers.stream()
                    .filter(number -> !members().isAssistant(number))
                    .toList();
        }

        @Override
        public List<Telling> news() {
            return all.news();
        }

        @Override
        public List<Instruction> instructions() {
            return all.instructions();
        }
    }
}
