package org.moide.engine.data;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.moide.balance.strategy.Membership;
import org.moide.commlib.RemoteCallException;
import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.registration.NodeReference;

/**
 * The members of a run that may have data objects, by number: engines by seat (number in the run), and the coordinator
 * as {@link Membership#ROOT}. Several members may run on one node. Any thread.
 */
final class KnownHolders implements DataFetcher.Holders {
    private final class Member {
        private final NodeReference node;
        private final String name;
        // Found at the first fetch, when the member has surely exported it.
        private volatile @Nullable DataHolder holder;

        Member(NodeReference node, String owner) {
            this.node = node;
            this.name = DataHolder.nameOf(owner);
        }

        DataHolder holder() {
            DataHolder known = holder;
            if (known == null) {
                known = space.proxy(node, DataHolder.class, name, deadline);
                holder = known;
            }
            return known;
        }
    }

    private final ObjectSpace space;
    private final IntFunction<String> engineObject;
    private final Duration deadline;
    private final Map<Integer, Member> members = new ConcurrentHashMap<>();

    /**
     * Begins with the coordinator as the only member.
     *
     * @param engineObject returns the name under which the engine with a given seat is exported
     * @param deadline the time limit of each call
     */
    KnownHolders(
            ObjectSpace space,
            NodeReference coordinator,
            String coordinatorObject,
            IntFunction<String> engineObject,
            Duration deadline) {
        this.space = space;
        this.engineObject = engineObject;
        this.deadline = deadline;
        members.put(Membership.ROOT, new Member(coordinator, coordinatorObject));
    }

    /** Replaces the engines among the members. The coordinator always stays a member. */
    void members(Map<Integer, NodeReference> engines) {
        engines.forEach((seat, node) -> members.compute(
                seat,
                (same, known) ->
                        known != null && known.node.equals(node) ? known : new Member(node, engineObject.apply(seat))));
        members.keySet().removeIf(number -> number != Membership.ROOT && !engines.containsKey(number));
    }

    boolean has(int member) {
        return members.containsKey(member);
    }

    @Override
    public @Nullable DataHolder of(int member) {
        Member known = members.get(member);
        try {
            return known == null ? null : known.holder();
        } catch (RemoteCallException notExported) {
            return null;
        }
    }
}
