package org.moide.bench.rmi;

import java.util.List;
import org.moide.commlib.CommLib;
import org.moide.commlib.Received;
import org.moide.commlib.Reduction;
import org.moide.commlib.RunEndedException;
import org.moide.commlib.Slice;
import org.moide.commlib.message.CommLimits;
import org.moide.commlib.message.CommPorts;
import org.moide.commlib.message.EngineComm;
import org.moide.commlib.message.MessagePort;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.registration.Registration;
import org.moide.commlib.rmi.RmiSpace;
import org.moide.commlib.system.SpinThenParkSignal;

/** Two engines of one thread each, in the bench's JVM and in the other: what CommLib makes of a carrier. */
final class CommPair {
    private static final int HERE = 0;
    private static final int THERE = 1;
    private static final long INCARNATION = 1;
    private static final String NAME = "messages";

    /** Answered by 8 bytes. */
    private static final int ASK = 0;
    /** Not answered. */
    private static final int TELL = 1;
    /** What follows are doubles, to be answered. */
    private static final int DOUBLES = 2;
    /** Both sides reduce one double many times. */
    private static final int REDUCE = 3;
    /** Both sides reduce the doubles of all bytes once. */
    private static final int REDUCE_BULK = 4;

    private static final int MANY = 1000;
    private static final int REDUCTIONS = 100;
    private static final int BULK_BYTES = 8 << 20;

    private CommPair() {}

    /** What the bench does over one carrier. */
    static final class Asking {
        private final CommLib comm;
        private final byte[] eight = new byte[8];
        private final byte[] answer = new byte[8];
        private final byte[] bulk = new byte[BULK_BYTES];
        private final double[] one = new double[1];
        private final double[] doubles = new double[BULK_BYTES / Double.BYTES];

        Asking(RmiSpace space, NodeReference peer) {
            comm = engine(space, HERE, peer).commLib(0);
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

        /** A thousand messages. */
        void tellMany() {
            for (int message = 1; message < MANY; message++) {
                comm.send(THERE, TELL, Slice.of(eight));
            }
            ask();
        }

        /** A hundred reductions. */
        void reduce() {
            comm.send(THERE, REDUCE, Slice.of(eight));
            for (int reduction = 0; reduction < REDUCTIONS; reduction++) {
                comm.allReduce(Slice.of(one), Reduction.MAXIMUM);
            }
        }

        void reduceBulk() {
            comm.send(THERE, REDUCE_BULK, Slice.of(eight));
            comm.allReduce(Slice.of(doubles), Reduction.MAXIMUM);
        }
    }

    /** Answers over one carrier, on a thread of its own, until the engine ends. */
    static void answer(RmiSpace space, NodeReference bench, String name) {
        EngineComm engine = engine(space, THERE, bench);
        Thread thread = new Thread(() -> answer(engine.commLib(0)), name);
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
                    case REDUCE -> {
                        for (int reduction = 0; reduction < REDUCTIONS; reduction++) {
                            comm.allReduce(Slice.of(one), Reduction.MAXIMUM);
                        }
                    }
                    case REDUCE_BULK -> comm.allReduce(Slice.of(doubles), Reduction.MAXIMUM);
                    default -> {
                        // Only told.
                    }
                }
            }
        } catch (RunEndedException over) {
            // The bench has gone.
        }
    }

    private static EngineComm engine(RmiSpace space, int self, NodeReference peer) {
        Registration registration = new Registration(
                1,
                List.of(
                        new Registration.Member(HERE, HERE, 1, INCARNATION, self == HERE ? space.self() : peer),
                        new Registration.Member(THERE, THERE, 1, INCARNATION, self == HERE ? peer : space.self())));
        EngineComm engine = new EngineComm(
                registration,
                self,
                other -> space.proxy(peer, MessagePort.class, NAME, CarrierBench.DEADLINE),
                other -> space.connect(peer, NAME, CarrierBench.DEADLINE),
                new CommPorts(
                        SpinThenParkSignal.factory(2),
                        System::nanoTime,
                        new NoObjects(),
                        (where, fault) -> System.err.println(where + ": " + fault),
                        CommLimits.DEFAULT));
        space.export(MessagePort.class, NAME, engine.inbound());
        space.acceptConnections(NAME, engine::accept);
        return engine;
    }

    /** Nothing but elements is sent here. */
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
