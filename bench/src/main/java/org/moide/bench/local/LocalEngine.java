package org.moide.bench.local;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommLib;
import org.moide.commlib.message.CommLimits;
import org.moide.commlib.message.CommPorts;
import org.moide.commlib.message.endpoint.EngineComm;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.registration.Registration;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.SystemTicker;

/** The communication of an engine that is alone. Its codec throws, which shows that nothing is serialized. */
final class LocalEngine {
    private final EngineComm engine;

    LocalEngine(int threads) {
        NodeReference node = new NodeReference("engine-0", List.of("localhost"), 0);
        Registration registration = new Registration(1, List.of(new Registration.Member(0, 0, threads, 1, node)));
        CommPorts ports = new CommPorts(
                SpinThenParkSignal.factory(threads),
                new SystemTicker(),
                new NoCodec(),
                (where, fault) -> {
                    throw new IllegalStateException("fault in " + where, fault);
                },
                CommLimits.DEFAULT);
        engine = new EngineComm(
                registration,
                0,
                other -> {
                    throw new IllegalStateException("expected no other engine, found a call to engine " + other);
                },
                ports);
    }

    CommLib commLib(int thread) {
        return engine.commLib(thread);
    }

    private static final class NoCodec implements ObjectCodec {
        @Override
        public byte[] encode(@Nullable Object value) {
            throw new IllegalStateException("expected nothing to be serialized on the local path, found " + value);
        }

        @Override
        public Object decode(byte[] bytes) {
            throw new IllegalStateException("expected nothing to be serialized on the local path");
        }
    }
}
