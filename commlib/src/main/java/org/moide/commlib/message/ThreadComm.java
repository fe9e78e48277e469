package org.moide.commlib.message;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommLib;
import org.moide.commlib.ElementType;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;
import org.moide.commlib.collective.Collectives;
import org.moide.commlib.collective.PersonalCollectives;
import org.moide.commlib.local.Release;

/** {@link CommLib} of one compute thread; belongs to it. Compares what both sides say before data moves. */
final class ThreadComm implements CommLib {
    private static final List<ElementType> TYPES = List.of(ElementType.values());

    private final Station self;
    private final PostOffice office;
    private final Collectives collectives;
    private final PersonalCollectives personal;

    ThreadComm(Station self, PostOffice office, Collectives collectives) {
        this.self = self;
        this.office = office;
        this.collectives = collectives;
        this.personal = new PersonalCollectives(collectives);
    }

    /** A call as errors name it. */
    private record Call(String name, String direction, int peer, int tag, int self) {
        @Override
        public String toString() {
            return name + " " + direction + " " + peer + ", tag " + tag + ", at ID " + self;
        }
    }

    @Override
    public int id() {
        return self.id();
    }

    @Override
    public int count() {
        return office.registration().count();
    }

    @Override
    public int engineOf(int id) {
        return office.engineOf(id);
    }

    // --- point to point -------------------------------------------------------------------------------------------

    @Override
    public void send(int receiver, int tag, Slice data) {
        Call call = new Call("send", "to", receiver, tag, id());
        Release release = checkOther(call);
        finish(office.send(self, receiver, tag, Envelope.NO_NOTE, data), release, call);
    }

    @Override
    public void send(int receiver, int tag, Serializable value) {
        if (ElementType.isArray(value)) {
            send(receiver, tag, Slice.of(value));
            return;
        }
        Call call = new Call("send", "to", receiver, tag, id());
        Release release = checkOther(call);
        finish(office.send(self, receiver, tag, Objects.requireNonNull(value, "value")), release, call);
    }

    private void finish(@Nullable Offer offer, Release release, Call call) {
        if (offer != null) {
            office.await(offer, release, call);
        }
    }

    @Override
    public int receive(int sender, int tag, Slice into) {
        Call call = new Call("receive", "from", sender, tag, id());
        Release release = checkOther(call);
        Message message = office.take(self, sender, tag, into, release, call);
        if (message.content().elements() != into.type() || message.length() > into.length()) {
            throw refuse(message, call, "expected at most " + describe(into) + ", found " + message.describe());
        }
        message.into(into.part(0, message.length()), self);
        return message.length();
    }

    @Override
    public <T> T receive(int sender, int tag, Class<T> type) {
        Call call = new Call("receive", "from", sender, tag, id());
        Release release = checkOther(call);
        Message message = office.take(self, sender, tag, null, release, call);
        ElementType elements = message.content().elements();
        if (elements != null && !type.isInstance(elements.newArray(0))) {
            throw refuse(message, call, "expected a " + type.getName() + ", found " + message.describe());
        }
        Object value = message.value(self);
        if (!type.isInstance(value)) {
            throw new IllegalArgumentException(call + ": expected a " + type.getName() + ", found a "
                    + value.getClass().getName());
        }
        return type.cast(value);
    }

    @Override
    public void exchange(int partner, int tag, Slice out, Slice in) {
        Call call = new Call("exchange", "with", partner, tag, id());
        Release release = check(call);
        checkApart(call, out, in);
        if (partner == id()) {
            exchangeWithSelf(call, out, in);
            return;
        }
        Offer offer = office.send(self, partner, tag, head(in), out);
        boolean received = false;
        try {
            Message message = office.take(self, partner, tag, in, release, call);
            checkFits(message, call, out, in);
            message.into(in, self);
            received = true;
        } finally {
            if (offer != null && !received) {
                office.withdraw(offer);
            }
        }
        finish(offer, release, call);
    }

    private static void checkApart(Call call, Slice out, Slice in) {
        boolean overlap = out.array() == in.array()
                && out.offset() < in.offset() + in.length()
                && in.offset() < out.offset() + out.length();
        if (overlap) {
            throw new IllegalArgumentException(call + ": expected slices that do not overlap, found elements "
                    + out.offset() + " to " + (out.offset() + out.length()) + " out and " + in.offset() + " to "
                    + (in.offset() + in.length()) + " in of the same array");
        }
    }

    private static void exchangeWithSelf(Call call, Slice out, Slice in) {
        if (head(out) != head(in)) {
            throw new IllegalArgumentException(
                    call + ": expected as many out as in, found " + describe(out) + " out and " + describe(in) + " in");
        }
        Elements.copy(out, in);
    }

    /** Both sides see the same four lengths, so both find what does not fit. */
    private void checkFits(Message message, Call call, Slice out, Slice in) {
        if (message.content().elements() != in.type() || message.length() != in.length()) {
            throw refuse(message, call, "expected " + describe(in) + ", found " + message.describe());
        }
        if (message.note() != Envelope.NO_NOTE && message.note() != head(out)) {
            throw refuse(
                    message,
                    call,
                    "the other side expected " + describeHead(message.note()) + ", but " + describe(out)
                            + " were sent");
        }
    }

    private IllegalArgumentException refuse(Message message, Call call, String problem) {
        message.refuse(call + ": " + problem, self);
        return new IllegalArgumentException(call + ": " + problem);
    }

    /** Type and length in one number. */
    private static long head(Slice data) {
        return (long) TYPES.indexOf(data.type()) << Integer.SIZE | data.length();
    }

    private static String describeHead(long head) {
        long type = head >>> Integer.SIZE;
        return type < TYPES.size()
                ? Content.describe(TYPES.get((int) type), head & Integer.MAX_VALUE)
                : "what only a collective sends";
    }

    private static String describe(Slice data) {
        return Content.describe(data.type(), data.length());
    }

    private Release checkOther(Call call) {
        Release release = check(call);
        if (call.peer == id()) {
            throw new IllegalArgumentException(call + ": expected another ID: it would wait for itself");
        }
        return release;
    }

    private Release check(Call call) {
        office.liveness().checkRunning(call);
        if (call.peer < 0 || call.peer >= count()) {
            throw new IllegalArgumentException(call + ": expected an ID from 0 to " + (count() - 1));
        }
        if (call.tag < 0) {
            throw new IllegalArgumentException(call + ": expected a tag from 0 on");
        }
        return office.liveness().of(engineOf(call.peer));
    }

    // --- collectives ----------------------------------------------------------------------------------------------

    private Collectives counted(long bytes) {
        self.counters().countCollective(bytes);
        return collectives;
    }

    @Override
    public void broadcast(int root, Slice data) {
        counted(data.bytes()).broadcast(root, data);
    }

    @Override
    public <T extends Serializable> T broadcast(int root, T value) {
        return counted(0).broadcast(root, value);
    }

    @Override
    public void scatter(int root, Slice all, Slice part) {
        counted(part.bytes()).scatter(root, all, part);
    }

    @Override
    public void gather(int root, Slice part, Slice all) {
        counted(part.bytes()).gather(root, part, all);
    }

    @Override
    public void allGather(Slice part, Slice all) {
        counted(part.bytes()).allGather(part, all);
    }

    @Override
    public <T extends Serializable> List<T> allGather(T value) {
        return counted(0).allGather(value);
    }

    @Override
    public void allReduce(Slice data, Reduction reduction) {
        counted(data.bytes()).allReduce(data, reduction);
    }

    @Override
    public <T extends Serializable> T allReduce(T value, BinaryOperator<T> operator) {
        return counted(0).allReduce(value, operator);
    }

    @Override
    public void reduce(int root, Slice data, Reduction reduction) {
        personal.reduce(root, data, reduction);
    }

    @Override
    public <T extends Serializable> T reduce(int root, T value, BinaryOperator<T> operator) {
        return personal.reduce(root, value, operator);
    }

    @Override
    public void scan(Slice data, Reduction reduction) {
        personal.scan(data, reduction);
    }

    @Override
    public <T extends Serializable> T scan(T value, BinaryOperator<T> operator) {
        return personal.scan(value, operator);
    }

    @Override
    public void allToAll(Slice out, Slice in) {
        personal.allToAll(out, in);
    }

    @Override
    public void allToAll(Slice out, int[] outCounts, Slice in, int[] inCounts) {
        personal.allToAll(out, outCounts, in, inCounts);
    }

    @Override
    public void barrier() {
        counted(0).barrier();
    }

    @Override
    public void remoteBarrier() {
        counted(0).remoteBarrier();
    }
}
