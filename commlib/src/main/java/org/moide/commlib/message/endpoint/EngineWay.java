package org.moide.commlib.message.endpoint;

import java.util.ArrayList;
import java.util.List;
import org.moide.commlib.Slice;
import org.moide.commlib.local.Liveness;
import org.moide.commlib.message.CommCounters;
import org.moide.commlib.message.CommPorts;
import org.moide.commlib.message.Endpoint;
import org.moide.commlib.message.Envelope;
import org.moide.commlib.message.rendezvous.Offer;
import org.moide.commlib.port.Signal;
import org.moide.commlib.registration.Registration;
import org.moide.commlib.trace.ThreadTrace;
import org.moide.commlib.trace.ThreadTraces;

/**
 * Sends bytes from this engine to other engines, apart from the messages of compute threads. The bytes are simple
 * messages with one tag to the first ID of each engine, whose compute thread has a handler for them ({@link
 * org.moide.commlib.CommLib#onMessage}).
 *
 * <p><b>Threads.</b> Any, one at a time for each receiving engine. All fields are final.
 */
public final class EngineWay {
    private final Registration registration;
    private final int tag;
    private final MessageSender sender;
    private final Liveness liveness;
    private final Signal signal;
    private final ThreadTraces traces;
    private final List<Endpoint> endpoints = new ArrayList<>();

    EngineWay(Registration registration, Registration.Member self, int tag, MessageSender sender, CommPorts ports) {
        this.registration = registration;
        this.tag = tag;
        this.sender = sender;
        this.liveness = sender.liveness();
        this.signal = ports.around().signals().create();
        this.traces = ports.traces();
        liveness.watch(signal);
        for (int engine = 0; engine < registration.engines().size(); engine++) {
            endpoints.add(new Endpoint(
                    self.firstId(),
                    ports.around().signals().create(),
                    new CommCounters(registration.engines().size(), self.engine()),
                    ports.around().ticker(),
                    registration.count()));
            liveness.watch(endpoints.get(engine).waiter().signal());
        }
    }

    /**
     * Returns a signal on which threads of this engine may wait; threads that wait there also poll the engine's links.
     */
    public Signal signal() {
        return signal;
    }

    /**
     * Returns the trace of a thread of this engine: compute threads have their index, other threads a higher number.
     */
    public ThreadTrace trace(int thread) {
        return traces.of(thread);
    }

    /**
     * Sends bytes. Waits while the receiver's credit is used up. Bytes of successive calls to one engine arrive in
     * order.
     *
     * @param bytes not to be changed any more
     * @throws org.moide.commlib.CommException if that engine is lost, or the epoch is over
     */
    public void post(int engine, byte[] bytes) {
        String call = "sending to the workers of engine " + engine;
        liveness.checkRunning(call);
        Offer offer = sender.send(
                endpoints.get(engine),
                registration.engines().get(engine).firstId(),
                tag,
                Envelope.NO_NOTE,
                Slice.of(bytes));
        if (offer != null) {
            sender.await(offer, liveness.of(engine), call);
        }
    }
}
