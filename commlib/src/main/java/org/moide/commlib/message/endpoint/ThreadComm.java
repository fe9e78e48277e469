package org.moide.commlib.message.endpoint;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import org.moide.commlib.CommLib;
import org.moide.commlib.MessageHandler;
import org.moide.commlib.Pending;
import org.moide.commlib.PendingReceive;
import org.moide.commlib.Received;
import org.moide.commlib.Reduction;
import org.moide.commlib.RequestHandler;
import org.moide.commlib.Slice;
import org.moide.commlib.collective.Collectives;
import org.moide.commlib.collective.PersonalCollectives;
import org.moide.commlib.collective.Tuning;
import org.moide.commlib.message.CommCounters;
import org.moide.commlib.message.Primitive;

/**
 * The {@link CommLib} of one compute thread, among all IDs or in a group. Belongs to that thread. It times primitives
 * that do work in the calling thread, and does not time those that only check something.
 */
final class ThreadComm implements CommLib {
    private final ThreadEndpoints endpoints;
    private final CommCounters counters;
    private final PrimitiveTimer timer;
    private final int group;
    private final GroupMembers members;
    private final PointToPoint messages;
    private final RequestService requests;
    private final Collectives collectives;
    private final PersonalCollectives personal;
    private final Collectives nonblocking;
    private final PersonalCollectives personalNonblocking;
    private final Runnable barrier;

    /**
     * Creates the library of a thread, for the IDs of a group.
     *
     * @param group the group's number; 0 is the group of all IDs
     * @param nonblocking performs, on a service thread, the collectives that the thread has begun
     * @param barrier waits for the group's threads of this engine
     */
    ThreadComm(
            ThreadEndpoints endpoints,
            int group,
            GroupMembers members,
            Collectives collectives,
            Collectives nonblocking,
            Runnable barrier) {
        this.endpoints = endpoints;
        this.counters = endpoints.counters();
        this.timer = endpoints.timer();
        this.group = group;
        this.members = members;
        this.messages = endpoints.pointToPoint(group, members);
        this.requests = endpoints.requests(group, members);
        this.collectives = collectives;
        this.personal = new PersonalCollectives(collectives);
        this.nonblocking = nonblocking;
        this.personalNonblocking = new PersonalCollectives(nonblocking);
        this.barrier = barrier;
    }

    /** Creates the same library with another profile for blocking collectives. */
    private ThreadComm(ThreadComm same, Tuning tuning) {
        endpoints = same.endpoints;
        counters = same.counters;
        timer = same.timer;
        group = same.group;
        members = same.members;
        messages = same.messages;
        requests = same.requests;
        collectives = same.collectives.with(tuning);
        personal = new PersonalCollectives(collectives);
        nonblocking = same.nonblocking;
        personalNonblocking = same.personalNonblocking;
        barrier = same.barrier;
    }

    @Override
    public CommLib withProfile(String profile) {
        return new ThreadComm(this, Tuning.parse(profile));
    }

    @Override
    public int id() {
        return members.own();
    }

    @Override
    public int count() {
        return members.count();
    }

    @Override
    public int engineOf(int id) {
        if (id < 0 || id >= count()) {
            throw new IllegalArgumentException(
                    "engineOf: expected a logical ID from 0 to " + (count() - 1) + ", found " + id);
        }
        return endpoints.messageSender().engineOf(members.outside(id));
    }

    @Override
    public CommLib group(int... ids) {
        return endpoints.group(group, members, ids);
    }

    @Override
    public CommLib split(int colour, int key) {
        int[] all = new int[2 * count()];
        counted(2 * Integer.BYTES).allGather(Slice.of(new int[] {colour, key}), Slice.of(all));
        List<Integer> same = new ArrayList<>();
        for (int id = 0; id < count(); id++) {
            if (all[2 * id] == colour) {
                same.add(id);
            }
        }
        same.sort(Comparator.comparingInt(id -> all[2 * id + 1]));
        return group(same.stream().mapToInt(Integer::intValue).toArray());
    }

    @Override
    public void send(int receiver, int tag, Slice data) {
        boolean timed = timer.begin(Primitive.SEND, data.bytes());
        try {
            messages.send(receiver, tag, data);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public void send(int receiver, int tag, Serializable value) {
        boolean timed = timer.begin(Primitive.SEND, 0);
        try {
            messages.send(receiver, tag, value);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public int receive(int sender, int tag, Slice into) {
        boolean timed = timer.begin(Primitive.RECEIVE, into.bytes());
        try {
            return messages.receive(sender, tag, into);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public <T> T receive(int sender, int tag, Class<T> type) {
        boolean timed = timer.begin(Primitive.RECEIVE, 0);
        try {
            return messages.receive(sender, tag, type);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public void exchange(int partner, int tag, Slice out, Slice in) {
        boolean timed = timer.begin(Primitive.EXCHANGE, out.bytes() + in.bytes());
        try {
            messages.exchange(partner, tag, out, in);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public Received receiveFrom(int sender, int tag, Slice into) {
        boolean timed = timer.begin(Primitive.RECEIVE, into.bytes());
        try {
            return messages.receiveFrom(sender, tag, into);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public Pending isend(int receiver, int tag, Slice data) {
        boolean timed = timer.begin(Primitive.SEND, data.bytes());
        try {
            return new TimedPending(messages.isend(receiver, tag, data), timer);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public Pending isend(int receiver, int tag, Serializable value) {
        boolean timed = timer.begin(Primitive.SEND, 0);
        try {
            return new TimedPending(messages.isend(receiver, tag, value), timer);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public void post(int to, int tag, Serializable value) {
        boolean timed = timer.begin(Primitive.POST, 0);
        try {
            requests.post(to, tag, value);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public <T> T request(int to, int tag, Serializable value, Class<T> type) {
        boolean timed = timer.begin(Primitive.REQUEST, 0);
        try {
            return requests.request(to, tag, value, type);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public <T> void request(int to, int tag, Serializable value, Class<T> type, Consumer<T> whenAnswered) {
        boolean timed = timer.begin(Primitive.REQUEST, 0);
        try {
            requests.request(to, tag, value, type, whenAnswered);
        } finally {
            timer.end(timed);
        }
    }

    private Collectives counted(long bytes) {
        counters.countCollective(bytes);
        return collectives;
    }

    @Override
    public void broadcast(int root, Slice data) {
        boolean timed = timer.begin(Primitive.BROADCAST, data.bytes());
        try {
            counted(data.bytes()).broadcast(root, data);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public <T extends Serializable> T broadcast(int root, T value) {
        boolean timed = timer.begin(Primitive.BROADCAST, 0);
        try {
            return counted(0).broadcast(root, value);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public void scatter(int root, Slice all, Slice part) {
        boolean timed = timer.begin(Primitive.SCATTER, part.bytes());
        try {
            counted(part.bytes()).scatter(root, all, part);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public void gather(int root, Slice part, Slice all) {
        boolean timed = timer.begin(Primitive.GATHER, part.bytes());
        try {
            counted(part.bytes()).gather(root, part, all);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public void allGather(Slice part, Slice all) {
        boolean timed = timer.begin(Primitive.ALL_GATHER, all.bytes());
        try {
            counted(part.bytes()).allGather(part, all);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public <T extends Serializable> List<T> allGather(T value) {
        boolean timed = timer.begin(Primitive.ALL_GATHER, 0);
        try {
            return counted(0).allGather(value);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public void allReduce(Slice data, Reduction reduction) {
        boolean timed = timer.begin(Primitive.ALL_REDUCE, data.bytes());
        try {
            counted(data.bytes()).allReduce(data, reduction);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public <T extends Serializable> T allReduce(T value, BinaryOperator<T> operator) {
        boolean timed = timer.begin(Primitive.ALL_REDUCE, 0);
        try {
            return counted(0).allReduce(value, operator);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public void reduce(int root, Slice data, Reduction reduction) {
        boolean timed = timer.begin(Primitive.REDUCE, data.bytes());
        try {
            counters.countCollective(data.bytes());
            personal.reduce(root, data, reduction);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public <T extends Serializable> T reduce(int root, T value, BinaryOperator<T> operator) {
        boolean timed = timer.begin(Primitive.REDUCE, 0);
        try {
            counters.countCollective(0);
            return personal.reduce(root, value, operator);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public void scan(Slice data, Reduction reduction) {
        boolean timed = timer.begin(Primitive.SCAN, data.bytes());
        try {
            counters.countCollective(data.bytes());
            personal.scan(data, reduction);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public <T extends Serializable> T scan(T value, BinaryOperator<T> operator) {
        boolean timed = timer.begin(Primitive.SCAN, 0);
        try {
            counters.countCollective(0);
            return personal.scan(value, operator);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public void allToAll(Slice out, Slice in) {
        boolean timed = timer.begin(Primitive.ALL_TO_ALL, out.bytes());
        try {
            counters.countCollective(out.bytes());
            personal.allToAll(out, in);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public void allToAll(Slice out, int[] outCounts, Slice in, int[] inCounts) {
        boolean timed = timer.begin(Primitive.ALL_TO_ALL, out.bytes());
        try {
            counters.countCollective(out.bytes());
            personal.allToAll(out, outCounts, in, inCounts);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public void barrier() {
        boolean timed = timer.begin(Primitive.BARRIER, 0);
        try {
            counters.countCollective(0);
            barrier.run();
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public void remoteBarrier() {
        boolean timed = timer.begin(Primitive.REMOTE_BARRIER, 0);
        try {
            counted(0).remoteBarrier();
        } finally {
            timer.end(timed);
        }
    }

    // --- not timed: checks and begins; of a begun operation, the wait is timed --------------------------------------

    @Override
    public Received probe(int sender, int tag) {
        timer.within(Primitive.PROBE);
        return messages.probe(sender, tag);
    }

    @Override
    public Optional<Received> tryProbe(int sender, int tag) {
        return messages.tryProbe(sender, tag);
    }

    @Override
    public PendingReceive<Received> ireceive(int sender, int tag, Slice into) {
        return new TimedReceive<>(messages.ireceive(sender, tag, into), into.bytes(), timer);
    }

    @Override
    public <T> PendingReceive<T> ireceive(int sender, int tag, Class<T> type) {
        return new TimedReceive<>(messages.ireceive(sender, tag, type), 0, timer);
    }

    @Override
    public <T> void onMessage(int tag, Class<T> type, MessageHandler<T> handler) {
        requests.onMessage(tag, type, handler);
    }

    @Override
    public <T> void onRequest(int tag, Class<T> type, RequestHandler<T> handler) {
        requests.onRequest(tag, type, handler);
    }

    private Pending begin(String call, long bytes, Runnable collective) {
        Pending begun = endpoints.open().begin(call + " at ID " + id(), collective);
        counters.countCollective(bytes);
        return new TimedPending(begun, timer);
    }

    @Override
    public Pending ibroadcast(int root, Slice data) {
        return begin("ibroadcast", data.bytes(), () -> nonblocking.broadcast(root, data));
    }

    @Override
    public Pending iscatter(int root, Slice all, Slice part) {
        return begin("iscatter", part.bytes(), () -> nonblocking.scatter(root, all, part));
    }

    @Override
    public Pending igather(int root, Slice part, Slice all) {
        return begin("igather", part.bytes(), () -> nonblocking.gather(root, part, all));
    }

    @Override
    public Pending iallGather(Slice part, Slice all) {
        return begin("iallGather", part.bytes(), () -> nonblocking.allGather(part, all));
    }

    @Override
    public Pending iallReduce(Slice data, Reduction reduction) {
        return begin("iallReduce", data.bytes(), () -> nonblocking.allReduce(data, reduction));
    }

    @Override
    public Pending ireduce(int root, Slice data, Reduction reduction) {
        return begin("ireduce", data.bytes(), () -> personalNonblocking.reduce(root, data, reduction));
    }

    @Override
    public Pending iscan(Slice data, Reduction reduction) {
        return begin("iscan", data.bytes(), () -> personalNonblocking.scan(data, reduction));
    }

    @Override
    public Pending iallToAll(Slice out, Slice in) {
        return begin("iallToAll", out.bytes(), () -> personalNonblocking.allToAll(out, in));
    }

    @Override
    public Pending iallToAll(Slice out, int[] outCounts, Slice in, int[] inCounts) {
        int[] outCut = outCounts.clone();
        int[] inCut = inCounts.clone();
        return begin("iallToAll", out.bytes(), () -> personalNonblocking.allToAll(out, outCut, in, inCut));
    }

    @Override
    public Pending iremoteBarrier() {
        return begin("iremoteBarrier", 0, nonblocking::remoteBarrier);
    }
}
