package org.moide.commlib.rmi;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.carrier.Carriers;
import org.moide.commlib.carrier.PollPolicy;
import org.moide.commlib.contract.DirectSystem;
import org.moide.commlib.contract.TestSystem;
import org.moide.commlib.message.CommLimits;
import org.moide.commlib.message.MessagePort;
import org.moide.commlib.message.endpoint.EngineComm;
import org.moide.commlib.port.HostMemory;
import org.moide.commlib.security.Encryption;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.WaitPolicy;

/** A system of engines that reach each other over RMI and data connections, each with its own space and port. */
final class RmiSystem implements TestSystem {
    private final Spaces spaces = new Spaces();
    private final Map<Integer, RmiSpace> spaceOf = new ConcurrentHashMap<>();
    private final DirectSystem system;

    RmiSystem(CommLimits limits, UnaryOperator<RmiSpaceOptions> options, int... shape) {
        this(limits, options, memory -> memory, shape);
    }

    /**
     * Creates a system whose engines share memory.
     *
     * @param memories changes the memory of each engine, in the order of engines
     */
    RmiSystem(
            CommLimits limits,
            UnaryOperator<RmiSpaceOptions> options,
            UnaryOperator<HostMemory> memories,
            int... shape) {
        this(limits, Encryption.none(), options, memories, shape);
    }

    /** Creates a system that uses sockets only, encrypted or not. */
    RmiSystem(CommLimits limits, Encryption encryption, int... shape) {
        this(
                limits,
                encryption,
                options -> options.withCarriers(Carriers.sockets(new PollPolicy(System::nanoTime, 2))),
                memory -> memory,
                shape);
    }

    private RmiSystem(
            CommLimits limits,
            Encryption encryption,
            UnaryOperator<RmiSpaceOptions> options,
            UnaryOperator<HostMemory> memories,
            int... shape) {
        for (int engine = 0; engine < shape.length; engine++) {
            spaceOf.put(engine, spaces.open("engine-" + engine, encryption, options));
        }
        spaceOf.forEach((engine, space) -> space.acceptConnections(
                MessagePort.NAME, arriving -> engine(engine).accept(arriving)));
        system = new DirectSystem(
                limits,
                this::connect,
                from -> to -> space(from).connect(space(to).self(), MessagePort.NAME, Spaces.DEADLINE),
                engine -> memories.apply(space(engine).memory()),
                SpinThenParkSignal.factory(WaitPolicy.parkAtOnce()),
                shape);
    }

    private MessagePort connect(int from, int to, MessagePort target) {
        RmiSpace there = space(to);
        there.export(MessagePort.class, MessagePort.NAME, target);
        return space(from).proxy(there.self(), MessagePort.class, MessagePort.NAME, Spaces.DEADLINE);
    }

    RmiSpace space(int engine) {
        RmiSpace found = spaceOf.get(engine);
        if (found == null) {
            throw new AssertionError("no engine " + engine);
        }
        return found;
    }

    @Override
    public List<Integer> shape() {
        return system.shape();
    }

    @Override
    public EngineComm engine(int number) {
        return system.engine(number);
    }

    @Override
    public List<@Nullable Throwable> run(Body body) {
        return system.run(body);
    }

    @Override
    public void close() {
        try {
            system.close();
        } finally {
            spaces.close();
        }
    }
}
