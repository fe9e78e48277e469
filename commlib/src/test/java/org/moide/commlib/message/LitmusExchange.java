package org.moide.commlib.message;

import org.moide.commlib.CommLib;
import org.moide.commlib.Slice;
import org.moide.commlib.contract.DirectSystem;
import org.moide.commlib.contract.StreamCodec;
import org.moide.commlib.contract.UnexpectedFaults;
import org.moide.commlib.message.endpoint.EngineComm;
import org.moide.commlib.port.Signal;

/** The exchanges, sends and receives of two threads of an engine: the real ones, and ones with a flaw. */
interface LitmusExchange {
    void exchange(int seat, int tag, long[] out, long[] in);

    void send(int seat, int tag, long[] out);

    void receive(int seat, int tag, long[] in);

    /** Returns the production exchange, of an engine with two threads. */
    static LitmusExchange real(Signal.Factory signals) {
        EngineComm engine = new EngineComm(
                DirectSystem.registration(1, 2),
                0,
                peer -> {
                    throw new AssertionError("calls engine " + peer);
                },
                new CommPorts(
                        signals, System::nanoTime, new StreamCodec(), UnexpectedFaults::fail, CommLimits.DEFAULT));
        CommLib[] threads = {engine.commLib(0), engine.commLib(1)};
        return new LitmusExchange() {
            @Override
            public void exchange(int seat, int tag, long[] out, long[] in) {
                threads[seat].exchange(1 - seat, tag, Slice.of(out), Slice.of(in));
            }

            @Override
            public void send(int seat, int tag, long[] out) {
                threads[seat].send(1 - seat, tag, Slice.of(out));
            }

            @Override
            public void receive(int seat, int tag, long[] in) {
                threads[seat].receive(1 - seat, tag, Slice.of(in));
            }
        };
    }
}
