package org.moide.samples.programs.servers;

import java.io.Serializable;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.moide.engine.Arguments;
import org.moide.engine.Directives;
import org.moide.engine.Report;
import org.moide.engine.WorkerApplication;
import org.moide.engine.WorkerContext;
import org.moide.engine.WorkerSetup;
import org.moide.samples.programs.servers.Message.Add;
import org.moide.samples.programs.servers.Message.Added;
import org.moide.samples.programs.servers.Message.Go;

/**
 * A distributed key-value store (ALDY, §5.2): partitions are workers that may move anywhere, and clients are workers
 * that stay, two on each engine. A few keys are very popular, and from time to time others are, so that a good
 * distribution of the partitions does not stay good.
 *
 * <p>A client sends a request for an access and waits for the answer, while its engine's processor is free for other
 * workers. With {@code --asynchronous} it sends several accesses as tasks before the first answer arrives; answers are
 * tasks too.
 *
 * <p>The final values do not depend on the order of accesses. So at the end, the store is compared with the result of a
 * single thread that makes all accesses one after the other. Each partition checks that the accesses of one client
 * arrive in their order.
 *
 * <p>Reports {@code verification}, {@code accesses}, {@code clients}, {@code moves} (how often a partition served its
 * next access on another engine), {@code sha256} (of the values), {@code p50Micros} and {@code p99Micros} of a request,
 * and {@code accessesPerSecond} unless the engine that ran {@code begin} was lost.
 */
public final class Servers implements WorkerApplication<Member, Message, Store> {
    private static final long NOT_BEGUN = Long.MIN_VALUE;
    private static final double MEDIAN = 50.0;
    private static final double NEARLY_ALL = 99.0;
    private static final double NANOS_PER_MICRO = 1e3;
    private static final int USUAL_CLIENTS = 2;

    /** The time at which the run began. It is set only on the engine that ran {@code begin}. */
    private volatile long startNanos = NOT_BEGUN;

    /**
     * The keys of all accesses, which are the same for all workers. Created by the first worker on this engine that
     * needs them.
     */
    private volatile @Nullable Accesses accesses;

    @Override
    public String summary() {
        return "a key-value store in partitions that may move, with clients whose favourite keys change";
    }

    @Override
    public String usage() {
        return Options.USAGE;
    }

    @Override
    public void check(Arguments arguments) {
        Options.of(arguments);
    }

    @Override
    public void begin(WorkerSetup<Message> setup) {
        Options options = Options.of(setup.arguments());
        startNanos = System.nanoTime();
        setup.workers(0, options.partitions(), Directives.NONE.moveAnywhere());
        int clients = options.clients() == 0 ? USUAL_CLIENTS * setup.engines() : options.clients();
        for (int client = 0; client < clients; client++) {
            long worker = (long) options.partitions() + client;
            setup.worker(worker, Directives.NONE.startOn(client % setup.engines()));
            setup.send(worker, new Go(client, clients));
        }
    }

    @Override
    public Member state(long worker, WorkerContext<Member, Message> context) {
        Options options = Options.of(context.arguments());
        return worker < options.partitions()
                ? new Partition(options, (int) worker, context.engine())
                : new Client(options);
    }

    @Override
    public void handle(Message message, WorkerContext<Member, Message> context) {
        Member state = context.state();
        if (message instanceof Add add && state instanceof Partition partition) {
            Added added = partition.serve(add, context.engine());
            context.send((long) partition.options().partitions() + add.client(), added);
        } else if (message instanceof Go go && state instanceof Client client) {
            client.is(go.client(), go.clients());
            goOn(client, context);
        } else if (message instanceof Added added && state instanceof Client client) {
            client.take(added);
            goOn(client, context);
        } else {
            throw new IllegalStateException(
                    "worker " + context.worker() + ": expected an access or a client's own, found " + message);
        }
    }

    /** Answers a client's request for an access. */
    @Override
    public Serializable answer(Message request, WorkerContext<Member, Message> context) {
        if (request instanceof Add add && context.state() instanceof Partition partition) {
            return partition.serve(add, context.engine());
        }
        throw new IllegalStateException(
                "worker " + context.worker() + ": expected to be asked for an access, found " + request);
    }

    private void goOn(Client client, WorkerContext<Member, Message> context) {
        Accesses all = accesses(client.options());
        if (client.options().asynchronous()) {
            while (client.mayGoOn()) {
                Add add = client.make(all);
                context.send(all.partition(add.access()), add);
            }
        } else if (client.hasMore()) {
            Add add = client.make(all);
            client.take(
                    context.ask(all.partition(add.access()), add, Added.class).get());
            context.send(context.worker(), new Go(client.number(), client.clients()));
        } else {
            context.end();
        }
        if (client.options().asynchronous() && !client.hasMore() && !client.hasOpen()) {
            context.end();
        }
        if (client.number() == 0) {
            context.report().progress(client.made(), client.all(), "accesses of one client");
        }
    }

    private Accesses accesses(Options options) {
        Accesses made = accesses;
        if (made == null || !made.options().equals(options)) {
            made = new Accesses(options);
            accesses = made;
        }
        return made;
    }

    @Override
    public Store result(long worker, Member state) {
        return state instanceof Partition partition ? new Store(partition) : new Store((Client) state);
    }

    @Override
    public Store merge(Store left, Store right) {
        return left.add(right);
    }

    @Override
    public void handleResults(Store store, Report report) {
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        store.verify();
        report.put("verification", "successful");
        report.put("accesses", store.accesses());
        report.put("clients", store.clients());
        report.put("moves", store.moves());
        report.put("sha256", store.digest());
        Histogram nanos = store.nanos();
        if (nanos != null && nanos.getTotalCount() > 0) {
            report.put("p50Micros", nanos.getValueAtPercentile(MEDIAN) / NANOS_PER_MICRO);
            report.put("p99Micros", nanos.getValueAtPercentile(NEARLY_ALL) / NANOS_PER_MICRO);
        }
        if (startNanos != NOT_BEGUN) {
            report.put("accessesPerSecond", store.accesses() / seconds);
        }
    }
}
