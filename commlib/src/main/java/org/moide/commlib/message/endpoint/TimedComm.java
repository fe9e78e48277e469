package org.moide.commlib.message.endpoint;

import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import org.moide.commlib.CommLib;
import org.moide.commlib.MessageHandler;
import org.moide.commlib.Pending;
import org.moide.commlib.PendingReceive;
import org.moide.commlib.Received;
import org.moide.commlib.Reduction;
import org.moide.commlib.RequestHandler;
import org.moide.commlib.Slice;
import org.moide.commlib.message.Primitive;

/** A thread's {@link CommLib}, whose primitives that work in the calling thread are timed; those that only look are not. */
final class TimedComm implements CommLib {
    private final ThreadComm comm;
    private final PrimitiveTimer timer;

    TimedComm(ThreadComm comm, PrimitiveTimer timer) {
        this.comm = comm;
        this.timer = timer;
    }

    @Override
    public CommLib withProfile(String profile) {
        return new TimedComm(comm.withProfile(profile), timer);
    }

    @Override
    public int id() {
        return comm.id();
    }

    @Override
    public int count() {
        return comm.count();
    }

    @Override
    public int engineOf(int id) {
        return comm.engineOf(id);
    }

    @Override
    public CommLib group(int... ids) {
        return comm.group(ids);
    }

    @Override
    public CommLib split(int colour, int key) {
        return comm.split(colour, key);
    }

    @Override
    public void send(int receiver, int tag, Slice data) {
        boolean timed = timer.begin(Primitive.SEND, data.bytes());
        try {
            comm.send(receiver, tag, data);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public void send(int receiver, int tag, Serializable value) {
        boolean timed = timer.begin(Primitive.SEND, 0);
        try {
            comm.send(receiver, tag, value);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public int receive(int sender, int tag, Slice into) {
        boolean timed = timer.begin(Primitive.RECEIVE, into.bytes());
        try {
            return comm.receive(sender, tag, into);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public <T> T receive(int sender, int tag, Class<T> type) {
        boolean timed = timer.begin(Primitive.RECEIVE, 0);
        try {
            return comm.receive(sender, tag, type);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public void exchange(int partner, int tag, Slice out, Slice in) {
        boolean timed = timer.begin(Primitive.EXCHANGE, out.bytes() + in.bytes());
        try {
            comm.exchange(partner, tag, out, in);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public Received receiveFrom(int sender, int tag, Slice into) {
        boolean timed = timer.begin(Primitive.RECEIVE, into.bytes());
        try {
            return comm.receiveFrom(sender, tag, into);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public Pending isend(int receiver, int tag, Slice data) {
        boolean timed = timer.begin(Primitive.SEND, data.bytes());
        try {
            return new TimedPending(comm.isend(receiver, tag, data), timer);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public Pending isend(int receiver, int tag, Serializable value) {
        boolean timed = timer.begin(Primitive.SEND, 0);
        try {
            return new TimedPending(comm.isend(receiver, tag, value), timer);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public void post(int to, int tag, Serializable value) {
        boolean timed = timer.begin(Primitive.POST, 0);
        try {
            comm.post(to, tag, value);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public <T> T request(int to, int tag, Serializable value, Class<T> type) {
        boolean timed = timer.begin(Primitive.REQUEST, 0);
        try {
            return comm.request(to, tag, value, type);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public void broadcast(int root, Slice data) {
        boolean timed = timer.begin(Primitive.BROADCAST, data.bytes());
        try {
            comm.broadcast(root, data);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public <T extends Serializable> T broadcast(int root, T value) {
        boolean timed = timer.begin(Primitive.BROADCAST, 0);
        try {
            return comm.broadcast(root, value);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public void scatter(int root, Slice all, Slice part) {
        boolean timed = timer.begin(Primitive.SCATTER, part.bytes());
        try {
            comm.scatter(root, all, part);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public void gather(int root, Slice part, Slice all) {
        boolean timed = timer.begin(Primitive.GATHER, part.bytes());
        try {
            comm.gather(root, part, all);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public void allGather(Slice part, Slice all) {
        boolean timed = timer.begin(Primitive.ALL_GATHER, all.bytes());
        try {
            comm.allGather(part, all);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public <T extends Serializable> List<T> allGather(T value) {
        boolean timed = timer.begin(Primitive.ALL_GATHER, 0);
        try {
            return comm.allGather(value);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public void allReduce(Slice data, Reduction reduction) {
        boolean timed = timer.begin(Primitive.ALL_REDUCE, data.bytes());
        try {
            comm.allReduce(data, reduction);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public <T extends Serializable> T allReduce(T value, BinaryOperator<T> operator) {
        boolean timed = timer.begin(Primitive.ALL_REDUCE, 0);
        try {
            return comm.allReduce(value, operator);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public void reduce(int root, Slice data, Reduction reduction) {
        boolean timed = timer.begin(Primitive.REDUCE, data.bytes());
        try {
            comm.reduce(root, data, reduction);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public <T extends Serializable> T reduce(int root, T value, BinaryOperator<T> operator) {
        boolean timed = timer.begin(Primitive.REDUCE, 0);
        try {
            return comm.reduce(root, value, operator);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public void scan(Slice data, Reduction reduction) {
        boolean timed = timer.begin(Primitive.SCAN, data.bytes());
        try {
            comm.scan(data, reduction);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public <T extends Serializable> T scan(T value, BinaryOperator<T> operator) {
        boolean timed = timer.begin(Primitive.SCAN, 0);
        try {
            return comm.scan(value, operator);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public void allToAll(Slice out, Slice in) {
        boolean timed = timer.begin(Primitive.ALL_TO_ALL, out.bytes());
        try {
            comm.allToAll(out, in);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public void allToAll(Slice out, int[] outCounts, Slice in, int[] inCounts) {
        boolean timed = timer.begin(Primitive.ALL_TO_ALL, out.bytes());
        try {
            comm.allToAll(out, outCounts, in, inCounts);
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public void barrier() {
        boolean timed = timer.begin(Primitive.BARRIER, 0);
        try {
            comm.barrier();
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public void remoteBarrier() {
        boolean timed = timer.begin(Primitive.REMOTE_BARRIER, 0);
        try {
            comm.remoteBarrier();
        } finally {
            timer.end(timed);
        }
    }

    // --- only looking or beginning: timed is the wait for what was begun

    @Override
    public Received probe(int sender, int tag) {
        timer.within(Primitive.PROBE);
        return comm.probe(sender, tag);
    }

    @Override
    public Optional<Received> tryProbe(int sender, int tag) {
        return comm.tryProbe(sender, tag);
    }

    @Override
    public PendingReceive<Received> ireceive(int sender, int tag, Slice into) {
        return new TimedReceive<>(comm.ireceive(sender, tag, into), into.bytes(), timer);
    }

    @Override
    public <T> PendingReceive<T> ireceive(int sender, int tag, Class<T> type) {
        return new TimedReceive<>(comm.ireceive(sender, tag, type), 0, timer);
    }

    @Override
    public <T> void onMessage(int tag, Class<T> type, MessageHandler<T> handler) {
        comm.onMessage(tag, type, handler);
    }

    @Override
    public <T> void onRequest(int tag, Class<T> type, RequestHandler<T> handler) {
        comm.onRequest(tag, type, handler);
    }

    @Override
    public Pending ibroadcast(int root, Slice data) {
        return new TimedPending(comm.ibroadcast(root, data), timer);
    }

    @Override
    public Pending iscatter(int root, Slice all, Slice part) {
        return new TimedPending(comm.iscatter(root, all, part), timer);
    }

    @Override
    public Pending igather(int root, Slice part, Slice all) {
        return new TimedPending(comm.igather(root, part, all), timer);
    }

    @Override
    public Pending iallGather(Slice part, Slice all) {
        return new TimedPending(comm.iallGather(part, all), timer);
    }

    @Override
    public Pending iallReduce(Slice data, Reduction reduction) {
        return new TimedPending(comm.iallReduce(data, reduction), timer);
    }

    @Override
    public Pending ireduce(int root, Slice data, Reduction reduction) {
        return new TimedPending(comm.ireduce(root, data, reduction), timer);
    }

    @Override
    public Pending iscan(Slice data, Reduction reduction) {
        return new TimedPending(comm.iscan(data, reduction), timer);
    }

    @Override
    public Pending iallToAll(Slice out, Slice in) {
        return new TimedPending(comm.iallToAll(out, in), timer);
    }

    @Override
    public Pending iallToAll(Slice out, int[] outCounts, Slice in, int[] inCounts) {
        return new TimedPending(comm.iallToAll(out, outCounts, in, inCounts), timer);
    }

    @Override
    public Pending iremoteBarrier() {
        return new TimedPending(comm.iremoteBarrier(), timer);
    }
}
