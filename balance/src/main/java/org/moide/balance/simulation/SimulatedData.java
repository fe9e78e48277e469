package org.moide.balance.simulation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.DataDirectory;
import org.moide.balance.data.DataOutput;
import org.moide.balance.data.DataPlace;
import org.moide.balance.data.DataTotals;
import org.moide.balance.pool.DataStage;
import org.moide.balance.strategy.Membership;
import org.moide.balance.workload.DataLayout;
import org.moide.commlib.sim.EventQueue;

/**
 * The data objects of a simulated run: the root's directory, and the transfer of questions and objects between members
 * over the same lines as their letters.
 */
final class SimulatedData {
    /** The size of a question or an answer: addresses and numbers. */
    private static final int MESSAGE_BYTES = 100;

    private static final int PLACE_BYTES = 24;

    private final DataLayout layout;
    private final Post post;
    private final EventQueue queue;
    private final DataDirectory directory = new DataDirectory((one, other) -> false);
    private final Map<Integer, DataStage> stages = new HashMap<>();
    private long nextLookNanos = Long.MAX_VALUE;

    SimulatedData(DataLayout layout, Post post, EventQueue queue) {
        this.layout = layout;
        this.post = post;
        this.queue = queue;
        for (int id = 0; id < layout.bytes().length; id++) {
            directory.written(id, layout.bytes()[id]);
        }
    }

    /** Adds a member that keeps data objects, with the objects that the layout places there. */
    void add(int member, @Nullable DataStage stage, Membership members) {
        if (stage == null) {
            return; // tasks read no objects
        }
        stages.put(member, stage);
        for (int id = 0; id < layout.bytes().length; id++) {
            int home = layout.home(id, members.size());
            if (home != Membership.ROOT && members.at(home).number() == member) {
                if (stage.store().place(id, layout.bytes()[id])) {
                    directory.kept(member, id);
                }
            }
        }
    }

    /** Carries out the instructions of a member's store of data objects, over the simulated network. */
    void perform(int member, List<DataOutput.OfDriver> outputs) {
        Performing performing = new Performing(member);
        outputs.forEach(output -> output.handle(performing));
    }

    /** Returns the sum of the totals of all members' stores of data objects. */
    DataTotals totals() {
        DataTotals all = DataTotals.NONE;
        for (DataStage stage : stages.values()) {
            all = all.plus(stage.store().totals());
        }
        return all;
    }

    private DataStage stage(int member) {
        DataStage stage = stages.get(member);
        if (stage == null) {
            throw new IllegalStateException("expected a member that keeps data objects, found " + member);
        }
        return stage;
    }

    private void answerAll() {
        directory.answers(queue.nanoTime()).forEach(answer -> answer(answer.asker(), List.of(answer.place())));
        long dueNanos = directory.dueNanos();
        if (dueNanos < nextLookNanos) {
            nextLookNanos = dueNanos;
            queue.at(dueNanos, "members have waited long for objects", () -> {
                nextLookNanos = Long.MAX_VALUE;
                answerAll();
            });
        }
    }

    private void answer(int member, List<DataPlace> places) {
        long bytes = MESSAGE_BYTES + (long) PLACE_BYTES * places.size();
        post.carry(
                Membership.ROOT,
                member,
                bytes,
                "located",
                () -> perform(member, stage(member).located(places, queue.nanoTime())));
    }

    /**
     * Sends the root a member's report that it keeps a copy, or has dropped one.
     *
     * @param told what happens when the report arrives
     */
    private void tell(int member, Runnable told) {
        post.carry(member, Membership.ROOT, MESSAGE_BYTES, "kept", () -> {
            told.run();
            answerAll();
        });
    }

    private final class Performing implements DataOutput.Handler {
        private final int member;

        Performing(int member) {
            this.member = member;
        }

        @Override
        public void locate(DataOutput.Locate locate) {
            post.carry(member, Membership.ROOT, MESSAGE_BYTES, "locate", () -> {
                if (locate.sizesOnly()) {
                    answer(member, directory.sizes(locate.ids()));
                } else {
                    directory.locate(member, locate.ids(), queue.nanoTime());
                    answerAll();
                }
            });
        }

        @Override
        public void fetch(DataOutput.Fetch fetch) {
            post.carry(member, fetch.holder(), MESSAGE_BYTES, "fetch", () -> {
                boolean has = fetch.holder() == Membership.ROOT
                        || stage(fetch.holder()).store().isHere(fetch.id());
                if (has) {
                    post.carryObject(
                            fetch.holder(), member, MESSAGE_BYTES + fetch.bytes(), "object", () -> come(fetch, true));
                } else {
                    post.carry(fetch.holder(), member, MESSAGE_BYTES, "no object", () -> come(fetch, false));
                }
            });
        }

        private void come(DataOutput.Fetch fetch, boolean has) {
            if (has) {
                tell(member, () -> directory.fetched(member, fetch.id(), queue.nanoTime()));
                perform(member, stage(member).fetched(List.of(fetch.id()), queue.nanoTime()));
            } else {
                perform(member, stage(member).failed(List.of(fetch.id())));
            }
        }

        @Override
        public void notFetched(DataOutput.NotFetched not) {
            tell(member, () -> directory.notFetched(member, not.id(), not.lost()));
        }

        @Override
        public void drop(DataOutput.Drop drop) {
            tell(member, () -> directory.dropped(member, drop.id()));
        }

        @Override
        public void impossible(DataOutput.Impossible impossible) {
            throw new SimulatedRunFailedException(impossible.why());
        }
    }
}
