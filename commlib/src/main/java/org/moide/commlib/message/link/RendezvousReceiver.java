package org.moide.commlib.message.link;

import java.util.List;
import org.moide.commlib.CommException;
import org.moide.commlib.local.Liveness;
import org.moide.commlib.message.Chunk;
import org.moide.commlib.message.ChunkRequest;
import org.moide.commlib.message.CommPorts;
import org.moide.commlib.message.Destination;
import org.moide.commlib.message.Endpoint;
import org.moide.commlib.message.Envelope;
import org.moide.commlib.message.SenderLeftException;
import org.moide.commlib.message.Verdict;
import org.moide.commlib.message.mailbox.MessageFetcher;
import org.moide.commlib.message.rendezvous.IncomingData;
import org.moide.commlib.message.rendezvous.TurnLock;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.registration.Registration;

/**
 * Fetches messages that other engines have announced. The receiving thread requests the data over a link, which puts it
 * straight into the thread's array; without a link, the thread fetches the data by calls, piece by piece. Then it tells
 * the sender.
 *
 * <p><b>Threads.</b> Compute threads, several at once; all fields are final.
 */
public final class RendezvousReceiver implements MessageFetcher {
    private final Registration registration;
    private final Registration.Member self;
    private final List<PeerCalls> peers;
    private final List<SendWindow> sendWindows;
    private final Links links;
    private final List<TurnLock> turns;
    private final Liveness liveness;
    private final CommPorts ports;

    public RendezvousReceiver(
            Registration registration,
            Registration.Member self,
            List<PeerCalls> peers,
            List<SendWindow> sendWindows,
            Links links,
            Liveness liveness,
            CommPorts ports) {
        this.registration = registration;
        this.self = self;
        this.peers = List.copyOf(peers);
        this.sendWindows = List.copyOf(sendWindows);
        this.links = links;
        this.turns = peers.stream().map(peer -> new TurnLock()).toList();
        this.liveness = liveness;
        this.ports = ports;
    }

    @Override
    public void pull(int sender, long messageId, Destination destination, Endpoint receiver) {
        int engine = registration.memberOf(sender).engine();
        long total = destination.bytes();
        IncomingData incoming = new IncomingData(destination, receiver.waiter().signal());
        Link link = links.existing(engine);
        if (link != null && total > 0 && link.usable()) {
            Object call = call(sender, receiver);
            if (link.pull(messageId, incoming, receiver, liveness.of(engine), call)) {
                receiver.counters().countEncoding();
                sendWindows.get(engine).send(new Envelope.Taken(messageId, null), receiver);
                return;
            }
        }
        long offset = incoming.receivedBytes();
        while (offset < total) {
            int bytes = (int) Math.min(ports.limits().chunkBytes(), total - offset);
            ChunkRequest request =
                    new ChunkRequest(registration.epoch(), self.engine(), self.incarnation(), messageId, offset, bytes);
            destination.take(fetch(engine, request, sender, receiver), offset);
            receiver.counters().countEncoding();
            offset += bytes;
        }
        sendWindows.get(engine).send(new Envelope.Taken(messageId, null), receiver);
    }

    private static Object call(int sender, Endpoint receiver) {
        return "receive from " + sender + " at ID " + receiver.id();
    }

    private byte[] fetch(int engine, ChunkRequest request, int sender, Endpoint receiver) {
        Object call = call(sender, receiver);
        TurnLock turn = turns.get(engine);
        if (!turn.enter(receiver.waiter(), liveness.of(engine)::holds, call)) {
            liveness.of(engine).check(call);
        }
        Chunk chunk;
        try {
            chunk = peers.get(engine).fetch(request, receiver);
        } finally {
            turn.leave();
        }
        if (chunk.verdict() == Verdict.GONE) {
            throw new SenderLeftException(call + ": " + chunk.explanation());
        }
        if (chunk.bytes().length != request.bytes()) {
            throw peers.get(engine)
                    .nonsense(chunk.bytes().length + " bytes where " + request.bytes() + " were asked for");
        }
        return chunk.bytes();
    }

    @Override
    public void refuse(int sender, long messageId, String complaint, Endpoint receiver) {
        sendWindows
                .get(registration.memberOf(sender).engine())
                .send(new Envelope.Taken(messageId, complaint), receiver);
    }

    @Override
    public Object decode(byte[] encoded, Endpoint receiver) {
        receiver.counters().countEncoding();
        long start = receiver.ticker().nanoTime();
        ObjectCodec codec = ports.codec();
        Object value = codec.decode(encoded);
        receiver.counters().addCommunicating(receiver.ticker().nanoTime() - start);
        if (value == null) {
            throw new CommException("expected an object, found none in " + encoded.length + " bytes");
        }
        return value;
    }
}
