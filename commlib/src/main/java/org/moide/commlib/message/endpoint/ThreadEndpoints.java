package org.moide.commlib.message.endpoint;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommLib;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;
import org.moide.commlib.collective.Board;
import org.moide.commlib.collective.Collectives;
import org.moide.commlib.local.Team;
import org.moide.commlib.local.WaitMark;
import org.moide.commlib.local.Waiter;
import org.moide.commlib.message.CommCounters;
import org.moide.commlib.message.CommPorts;
import org.moide.commlib.message.Endpoint;
import org.moide.commlib.message.Envelope;
import org.moide.commlib.message.ProgressThread;
import org.moide.commlib.message.link.RendezvousReceiver;
import org.moide.commlib.message.mailbox.Contexts;
import org.moide.commlib.message.mailbox.Mailbox;
import org.moide.commlib.registration.Registration;

/**
 * The endpoints and services of one compute thread, from which it makes its {@link CommLib} for each group. Belongs to
 * that thread.
 *
 * <p>In a group's collectives, every member acts as an engine with one thread. So members may have any order and need
 * not be neighbours.
 */
final class ThreadEndpoints {
    private final int id;
    private final int thread;
    private final CommCounters counters;
    private final PrimitiveTimer timer;
    private final WaitMark mark;
    private final CommPorts ports;
    private final MessageSender messageSender;
    private final RendezvousReceiver rendezvous;
    private final Contexts contexts;
    private final LocalExchange.Pairs pairs;
    private final Services services;
    private final Nonblocking nonblocking;
    private final OpenCollectives open;
    private final Waiter waiter;
    private final List<PostedReceives> posted = new CopyOnWriteArrayList<>();
    private final List<RequestService> requests = new CopyOnWriteArrayList<>();
    private int nextGroup = 1;

    /**
     * The engine's two service threads, with the counters of each.
     *
     * @param progress completes nonblocking operations
     * @param communication runs message handlers
     */
    record Services(
            ProgressThread progress,
            CommCounters ofProgress,
            ProgressThread communication,
            CommCounters ofCommunication) {}

    /** The service thread that performs the collectives this thread has begun, and its counters. */
    record Nonblocking(ProgressThread service, CommCounters counted) {}

    ThreadEndpoints(
            int id,
            int thread,
            CommCounters counters,
            WaitMark mark,
            CommPorts ports,
            MessageSender messageSender,
            RendezvousReceiver rendezvous,
            Contexts contexts,
            LocalExchange.Pairs pairs,
            Services services,
            Nonblocking nonblocking) {
        this.id = id;
        this.thread = thread;
        this.counters = counters;
        this.timer = new PrimitiveTimer(counters, ports.around().ticker());
        this.mark = mark;
        this.ports = ports;
        this.messageSender = messageSender;
        this.rendezvous = rendezvous;
        this.contexts = contexts;
        this.pairs = pairs;
        this.services = services;
        this.nonblocking = nonblocking;
        this.open = new OpenCollectives(
                nonblocking.service(), own(), station(nonblocking.service(), nonblocking.counted()), messageSender);
        this.waiter = own().waiter();
    }

    /** Returns the thread's library for all IDs of the run. */
    CommLib all(Collectives collectives, Collectives whileComputing) {
        GroupMembers all = GroupMembers.all(id, messageSender.registration().count());
        return new ThreadComm(this, 0, all, collectives, whileComputing, collectives::barrier);
    }

    /** Returns the collectives that the thread has begun, in all groups. */
    OpenCollectives open() {
        return open;
    }

    /** Returns the mark that shows what the thread waits for. */
    WaitMark mark() {
        return mark;
    }

    /** Returns the thread's begun receives, one object for each of its groups. Any thread may call it. */
    List<PostedReceives> posted() {
        return posted;
    }

    /**
     * Returns the thread's services for simple messages and requests, one for each of its groups. Any thread may call
     * it.
     */
    List<RequestService> requests() {
        return requests;
    }

    /** Returns the thread's mailbox in a context, a separate set of mailboxes. */
    Mailbox mailboxOf(int context) {
        return contexts.mailboxes(context).get(thread);
    }

    int id() {
        return id;
    }

    Waiter waiter() {
        return waiter;
    }

    CommCounters counters() {
        return counters;
    }

    PrimitiveTimer timer() {
        return timer;
    }

    MessageSender messageSender() {
        return messageSender;
    }

    PointToPoint pointToPoint(int group, GroupMembers members) {
        MessageSender messages = messageSender(group, Contexts.MESSAGES);
        Endpoint own = own();
        Endpoint service = station(services.progress(), services.ofProgress());
        // A pair belongs to two threads whatever the group, so exchanges of two groups could meet there. It is
        // therefore used for the group of all IDs only.
        LocalExchange neighbours = group == 0 ? new LocalExchange(own, pairs, contexts.mailboxes(0)) : null;
        PostedReceives begun = new PostedReceives(mailbox(group, Contexts.MESSAGES), own, service, services.progress());
        posted.add(begun);
        return new PointToPoint(members, own, messages, neighbours, begun);
    }

    RequestService requests(int group, GroupMembers members) {
        RequestService made = new RequestService(
                members,
                way(group, Contexts.SIMPLE),
                way(group, Contexts.REQUESTS),
                way(group, Contexts.ANSWERS),
                services.communication(),
                ports.around().faults());
        requests.add(made);
        return made;
    }

    private RequestService.Way way(int group, int kind) {
        return new RequestService.Way(
                messageSender(group, kind), own(), station(services.communication(), services.ofCommunication()));
    }

    private MessageSender messageSender(int group, int kind) {
        int context = Contexts.KINDS * group + kind;
        return context == 0 ? messageSender : messageSender.in(context);
    }

    private Mailbox mailbox(int group, int kind) {
        return contexts.mailboxes(Contexts.KINDS * group + kind).get(thread);
    }

    private Endpoint own() {
        return new Endpoint(
                id,
                contexts.mailboxes(0).get(thread).signal(),
                counters,
                mark,
                ports.around().ticker(),
                messageSender.registration().count());
    }

    private Endpoint station(ProgressThread service, CommCounters counted) {
        return new Endpoint(
                id,
                service.signal(),
                counted,
                null,
                ports.around().ticker(),
                messageSender.registration().count());
    }

    // --- groups ---------------------------------------------------------------------------------------------------

    /** Agrees with the other members on a number that none of them has used, and creates the group's library. */
    CommLib group(int parent, GroupMembers within, int... ids) {
        int[] outside = Arrays.stream(ids).map(rank -> check(rank, within, ids)).toArray();
        if (Arrays.stream(ids).distinct().count() != ids.length || !contains(ids, within.own())) {
            throw new IllegalArgumentException("group at ID " + within.own()
                    + ": expected different IDs with the caller's own among them, found " + Arrays.toString(ids));
        }
        GroupMembers members =
                new GroupMembers(outside, id, messageSender.registration().count());
        long list = Arrays.hashCode(outside);
        long[] agreed = {nextGroup, list, -list};
        collectives(parent, Contexts.MESSAGES, members, any -> true, Envelope.GROUP_TAG)
                .allReduce(Slice.of(agreed), Reduction.MAXIMUM);
        if (agreed[1] != -agreed[2]) {
            throw new IllegalArgumentException("group at ID " + within.own()
                    + ": expected the same list of IDs from all of them, found another than " + Arrays.toString(ids));
        }
        int group = (int) agreed[0];
        if (Contexts.KINDS * (group + 1) > Envelope.MOST_CONTEXTS) {
            throw new IllegalStateException("group at ID " + within.own() + ": expected at most "
                    + (Envelope.MOST_CONTEXTS / Contexts.KINDS - 1) + " groups; make them once and keep them");
        }
        nextGroup = group + 1;
        int engine = messageSender.engineOf(id);
        int tag = Envelope.COLLECTIVE_TAG;
        Collectives here =
                collectives(group, Contexts.MESSAGES, members, other -> messageSender.engineOf(other) == engine, tag);
        Collectives everywhere = collectives(group, Contexts.MESSAGES, members, any -> true, tag);
        Collectives whileComputing = collectives(group, Contexts.COLLECTIVES, members, any -> true, tag);
        return new ThreadComm(this, group, members, everywhere, whileComputing, here::remoteBarrier);
    }

    private static int check(int rank, GroupMembers within, int[] ids) {
        if (rank < 0 || rank >= within.count()) {
            throw new IllegalArgumentException("group at ID " + within.own() + ": expected IDs from 0 to "
                    + (within.count() - 1) + ", found " + Arrays.toString(ids));
        }
        return within.outside(rank);
    }

    private static boolean contains(int[] ids, int wanted) {
        return Arrays.stream(ids).anyMatch(other -> other == wanted);
    }

    /**
     * Creates collectives of the members that {@code chosen} accepts, in which each member acts as an engine of its
     * own.
     */
    private Collectives collectives(int group, int kind, GroupMembers members, IntPredicate chosen, int tag) {
        int[] ids = IntStream.range(0, members.count())
                .map(members::outside)
                .filter(chosen)
                .toArray();
        Registration all = messageSender.registration();
        List<Registration.Member> rows = IntStream.range(0, ids.length)
                .mapToObj(rank -> new Registration.Member(
                        rank, rank, 1, 0, all.memberOf(ids[rank]).node()))
                .toList();
        int own = IntStream.range(0, ids.length)
                .filter(rank -> ids[rank] == id)
                .findFirst()
                .orElseThrow();
        Registration rowsOnly = new Registration(all.epoch(), rows);
        CommCounters counted = kind == Contexts.COLLECTIVES ? nonblocking.counted() : counters;
        Endpoint endpoint = kind == Contexts.COLLECTIVES ? station(nonblocking.service(), counted) : own();
        Team alone = new Team(1, messageSender.liveness(), endpoint.waiter().signal());
        return new Collectives(
                rowsOnly,
                own,
                new Board(alone, rows.get(own)),
                0,
                new CollectiveLink(messageSender(group, kind), rendezvous, endpoint, ids, tag),
                new Waiter(endpoint.waiter().signal(), ports.around().ticker(), counted::addWaiting, markOf(kind)),
                ports.limits().tuning());
    }

    /**
     * Returns the mark that shows other threads a wait in this kind of context; null for begun collectives, which
     * another thread performs.
     */
    private @Nullable WaitMark markOf(int kind) {
        return kind == Contexts.COLLECTIVES ? null : mark;
    }
}
