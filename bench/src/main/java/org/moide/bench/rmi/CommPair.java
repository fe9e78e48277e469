package org.moide.bench.rmi;

import java.util.List;
import org.moide.commlib.CommLib;
import org.moide.commlib.Received;
import org.moide.commlib.Reduction;
import org.moide.commlib.RunEndedException;
import org.moide.commlib.Slice;
import org.moide.commlib.message.CommLimits;
import org.moide.commlib.message.CommPorts;
import org.moide.commlib.message.MessagePort;
import org.moide.commlib.message.endpoint.EngineComm;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.registration.Registration;
import org.moide.commlib.rmi.RmiSpace;
import org.moide.commlib.system.SpinThenParkSignal;

/**
 * Two engines, of one or two threads each, in the bench's JVM and in the other one. They measure CommLib over one
 * carrier.
 */
final class CommPair {
    private static final int HERE = 0;
    private static final int THERE = 1;
    private static final long INCARNATION = 1;

    /** The tag of a message that is answered with 8 bytes. */
    private static final int ASK = 0;
    /** The tag of a message without an answer. */
    private static final int TELL = 1;
    /** The tag of a message after which doubles follow; these are answered. */
    private static final int DOUBLES = 2;
    /** The tag of a message after which both sides reduce one double many times. */
    private static final int REDUCE = 3;
    /** The tag of a message after which both sides reduce the doubles of all bytes once. */
    private static final int REDUCE_BULK = 4;

    /**
     * The tag of a message after which each thread of one engine exchanges bytes with a thread of the other many
     * times.
     */
    private static final int EXCHANGE = 5;

    private static final int MANY = 1000;
    private static final int REDUCTIONS = 100;
    private static final int BULK_BYTES = 8 << 20;

    private CommPair() {}

    /** The operations that the bench's engine performs over one carrier; the other engine answers. */
    static final class Asking {
        private final CommLib comm;
        private final byte[] eight = new byte[8];
        private final byte[] answer = new byte[8];
        private final byte[] bulk = new byte[BULK_BYTES];
        private final double[] one = new double[1];
        private final double[] doubles = new double[BULK_BYTES / Double.BYTES];

        Asking(RmiSpace space, NodeReference peer) {
            comm = engine(space, HERE, peer, 1).commLib(0);
        }

        void ask() {
            comm.send(THERE, ASK, Slice.of(eight));
            comm.receive(THERE, ASK, Slice.of(answer));
        }

        void askBulk() {
            comm.send(THERE, ASK, Slice.of(bulk));
            comm.receive(THERE, ASK, Slice.of(answer));
        }

        void askDoubles() {
            comm.send(THERE, DOUBLES, Slice.of(eight));
            comm.send(THERE, ASK, Slice.of(doubles));
            comm.receive(THERE, ASK, Slice.of(answer));
        }

        /** Sends a thousand messages. */
        void tellMany() {
            for (int message = 1; message < MANY; message++) {
                comm.send(THERE, TELL, Slice.of(eight));
            }
            ask();
        }

        /** Makes a hundred reductions. */
        void reduce() {
            comm.send(THERE, REDUCE, Slice.of(eight));
            reduceMany(comm, one);
        }

        void reduceBulk() {
            comm.send(THERE, REDUCE_BULK, Slice.of(eight));
            comm.allReduce(Slice.of(doubles), Reduction.SUM);
        }
    }

    /** The operations of the bench with four threads: two in this JVM, and two in the other. */
    static final class Four {
        private final CommLib comm;
        private final byte[] eight = new byte[8];
        private final double[] one = new double[1];

        Four(RmiSpace space, NodeReference peer, String name) {
            EngineComm engine = engine(space, HERE, peer, 2);
            comm = engine.commLib(0);
            start(engine.commLib(1), name);
        }

        private void tell(int what) {
            for (int id = 1; id < comm.count(); id++) {
                comm.send(id, what, Slice.of(eight));
            }
        }

        /** Makes a hundred exchanges on each thread. */
        void exchange() {
            tell(EXCHANGE);
            exchangeMany(comm);
        }

        /** Makes a hundred reductions. */
        void reduce() {
            tell(REDUCE);
            reduceMany(comm, one);
        }
    }

    private static void exchangeMany(CommLib comm) {
        int partner = (comm.id() + comm.count() / 2) % comm.count();
        byte[] out = new byte[8];
        byte[] in = new byte[8];
        for (int exchange = 0; exchange < REDUCTIONS; exchange++) {
            comm.exchange(partner, EXCHANGE, Slice.of(out), Slice.of(in));
        }
    }

    private static void reduceMany(CommLib comm, double[] one) {
        for (int reduction = 0; reduction < REDUCTIONS; reduction++) {
            comm.allReduce(Slice.of(one), Reduction.MAXIMUM);
        }
    }

    /** Answers over one carrier, on threads of its own, until the engine ends. */
    static void answer(RmiSpace space, NodeReference bench, String name, int threads) {
        EngineComm engine = engine(space, THERE, bench, threads);
        for (int thread = 0; thread < threads; thread++) {
            start(engine.commLib(thread), name);
        }
    }

    private static void start(CommLib comm, String name) {
        Thread thread = new Thread(() -> answer(comm), name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void answer(CommLib comm) {
        byte[] bytes = new byte[BULK_BYTES];
        double[] doubles = new double[BULK_BYTES / Double.BYTES];
        double[] one = new double[1];
        Slice eight = Slice.of(new byte[8]);
        try {
            while (true) {
                Received came = comm.receiveFrom(HERE, CommLib.ANY_TAG, Slice.of(bytes));
                switch (came.tag()) {
                    case ASK -> comm.send(HERE, ASK, eight);
                    case DOUBLES -> {
                        comm.receive(HERE, ASK, Slice.of(doubles));
                        comm.send(HERE, ASK, eight);
                    }
                    case REDUCE -> reduceMany(comm, one);
                    case EXCHANGE -> exchangeMany(comm);
                    case REDUCE_BULK -> comm.allReduce(Slice.of(doubles), Reduction.SUM);
                    default -> {
                        // no answer
                    }
                }
            }
        } catch (RunEndedException over) {
            // The bench has ended.
        }
    }

    private static EngineComm engine(RmiSpace space, int self, NodeReference peer, int threads) {
        String name = "messages-" + threads;
        Registration registration = new Registration(
                1,
                List.of(
                        new Registration.Member(HERE, HERE, threads, INCARNATION, self == HERE ? space.self() : peer),
                        new Registration.Member(
                                THERE, threads, threads, INCARNATION, self == HERE ? peer : space.self())));
        EngineComm engine = new EngineComm(
                registration,
                self,
                other -> space.proxy(peer, MessagePort.class, name, CarrierBench.DEADLINE),
                other -> space.connect(peer, name, CarrierBench.DEADLINE),
                new CommPorts(
                        SpinThenParkSignal.factory(2 * threads),
                        System::nanoTime,
                        new NoObjects(),
                        (where, fault) -> System.err.println(where + ": " + fault),
                        CommLimits.DEFAULT));
        space.export(MessagePort.class, name, engine.inbound());
        space.acceptConnections(name, engine::accept);
        return engine;
    }

    /** A codec that throws, since only elements are sent here. */
    private static final class NoObjects implements ObjectCodec {
        @Override
        public byte[] encode(@org.jspecify.annotations.Nullable Object value) {
            throw new IllegalStateException("expected elements only, found " + value);
        }

        @Override
        public Object decode(byte[] bytes) {
            throw new IllegalStateException("expected elements only");
        }
    }
}
