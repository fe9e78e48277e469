package org.moide.balance.strategy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The root's news, to members whose requests wait, that it has no tasks left. It tells each once for each request. */
final class DryRoot {
    private final Map<Integer, Long> told = new HashMap<>(); // when the request came that the member was told about
    private int requests; // waiting ones, when members were told last

    /**
     * Decides to tell the members that wait and do not know it yet. Called in each step of the root.
     *
     * @param left the number of tasks that the root has left
     * @param decisions the decisions of this step so far; if it gives tasks, members are told in the next
     */
    void tell(MemberView view, long left, List<Decision> decisions) {
        if (left > 0 || !decisions.isEmpty()) {
            requests = 0;
            return;
        }
        if (view.requests().size() == requests) {
            return; // thousands may wait, and each message to the root causes a step
        }
        requests = view.requests().size();
        List<Integer> members = new ArrayList<>();
        for (MemberView.Request request : view.requests()) {
            Long before = told.put(request.member(), request.sinceNanos());
            if (before == null || before != request.sinceNanos()) {
                members.add(request.member());
            }
        }
        if (!members.isEmpty()) {
            decisions.add(new Decision.Tell(members, 0));
        }
    }
}
