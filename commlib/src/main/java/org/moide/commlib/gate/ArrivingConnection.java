package org.moide.commlib.gate;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.security.MessageDigest;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.handshake.Admission;
import org.moide.commlib.handshake.AdmittedConnection;
import org.moide.commlib.handshake.CallerHello;
import org.moide.commlib.handshake.Challenge;
import org.moide.commlib.handshake.ChannelBinding;
import org.moide.commlib.handshake.HandshakeTerms;
import org.moide.commlib.handshake.Proof;
import org.moide.commlib.handshake.Purpose;
import org.moide.commlib.handshake.Refusal;
import org.moide.commlib.handshake.TransportChoice;
import org.moide.commlib.security.Sha256;

/**
 * A connection during its handshake at the gate: hello, challenge, proof, verdict. It reads exactly the bytes of the
 * handshake; all later bytes stay for the connection's user. Only the gate's thread calls it.
 */
final class ArrivingConnection implements ReadyHandler {
    private static final byte[] NO_HASH = new byte[CallerHello.HASH_BYTES];

    private enum Step {
        HELLO,
        PROOF,
        /** The caller has proved itself, but this node's TLS key is still being made. */
        KEYLESS,
        LEAVING
    }

    private final Gate gate;
    private final HandshakeTerms terms;
    private final SocketChannel channel;
    private final long deadlineNanos;
    private final byte[] helloBytes = new byte[CallerHello.BYTES];
    private final byte[] proofBytes = new byte[Proof.BYTES];
    private Step step = Step.HELLO;
    private ByteBuffer incoming = ByteBuffer.wrap(helloBytes);
    private ByteBuffer outgoing = ByteBuffer.allocate(0);
    private CallerHello hello = new CallerHello(0, Purpose.FIND, false, 0, "", NO_HASH, NO_HASH, NO_HASH);
    private Proof proof = new Proof(NO_HASH, "", NO_HASH);
    private byte[] challengeBytes = NO_HASH;
    private TransportChoice way = TransportChoice.PLAIN;
    private @Nullable ChannelBinding bond;
    private Refusal verdict = Refusal.WRONG_SECRET;

    ArrivingConnection(Gate gate, HandshakeTerms terms, SocketChannel channel, long deadlineNanos) {
        this.gate = gate;
        this.terms = terms;
        this.channel = channel;
        this.deadlineNanos = deadlineNanos;
    }

    SocketChannel channel() {
        return channel;
    }

    long deadlineNanos() {
        return deadlineNanos;
    }

    @Override
    public void ready(SelectionKey key) throws IOException {
        if (step == Step.KEYLESS) {
            // The key has been made, or could not be made.
            answer();
        }
        while (true) {
            if (outgoing.hasRemaining()) {
                channel.write(outgoing);
                if (outgoing.hasRemaining()) {
                    key.interestOps(SelectionKey.OP_WRITE);
                    return;
                }
                key.interestOps(SelectionKey.OP_READ);
            }
            if (step == Step.LEAVING) {
                gate.leave(this, key, verdict);
                return;
            }
            if (channel.read(incoming) < 0) {
                throw new EOFException("the caller closed the connection in the handshake");
            }
            if (step == Step.HELLO && incoming.position() >= CallerHello.HEAD_BYTES) {
                // The gate does not wait for more bytes from a peer that speaks another protocol.
                CallerHello.checkMagic(incoming.getInt(0));
                if (incoming.get(Integer.BYTES) != CallerHello.PROTOCOL) {
                    challenge(Refusal.OTHER_PROTOCOL);
                    continue;
                }
            }
            if (incoming.hasRemaining()) {
                return;
            }
            if (step == Step.HELLO) {
                heard();
            } else {
                judge();
                if (step == Step.KEYLESS) {
                    key.interestOps(0);
                    gate.whenKeyed(() -> {
                        if (key.isValid()) {
                            key.interestOps(SelectionKey.OP_WRITE);
                        }
                    });
                    return;
                }
            }
        }
    }

    private void heard() throws IOException {
        hello = CallerHello.decode(helloBytes);
        gate.heard(this, hello.nonce());
        boolean encrypts = terms.encryption().possible();
        if (!hello.purpose().confidential()) {
            way = TransportChoice.PLAIN;
        } else if (terms.sharesMemory()
                && hello.version().equals(terms.version()) // another version may have another layout of rings
                && MessageDigest.isEqual(hello.host(), terms.hostProof(hello.nonce()))) {
            way = TransportChoice.RING;
        } else {
            way = encrypts ? TransportChoice.TLS : TransportChoice.PLAIN;
            if (hello.tls() != encrypts) {
                challenge(Refusal.NO_TLS);
                return;
            }
        }
        challenge(Refusal.NONE);
    }

    private void challenge(Refusal refusal) {
        challengeBytes = new Challenge(CallerHello.PROTOCOL, refusal, way, terms.nonce()).encode();
        outgoing = ByteBuffer.wrap(challengeBytes);
        incoming = ByteBuffer.wrap(proofBytes);
        step = refusal == Refusal.NONE ? Step.PROOF : Step.LEAVING;
        verdict = refusal;
    }

    private void judge() throws IOException {
        proof = Proof.decode(proofBytes);
        byte[] unsigned = Arrays.copyOf(proofBytes, Proof.BYTES - CallerHello.HASH_BYTES);
        byte[] expected = terms.secret().mac(HandshakeTerms.CALLER, helloBytes, challengeBytes, unsigned);
        if (!MessageDigest.isEqual(expected, proof.mac())) {
            verdict = Refusal.WRONG_SECRET;
            // The reply tells nothing about this process, not even its version, to a caller without the secret.
            byte[] nothing = new Admission(verdict, 0, "", NO_HASH, new byte[0]).unsigned();
            outgoing = ByteBuffer.wrap(Arrays.copyOf(nothing, nothing.length + CallerHello.HASH_BYTES));
            step = Step.LEAVING;
            return;
        }
        if (way == TransportChoice.TLS && !terms.encryption().ready()) {
            step = Step.KEYLESS;
        } else {
            answer();
        }
    }

    /** Answers a caller that has proved that it knows the secret. */
    private void answer() {
        byte[] payload = new byte[0];
        if (!terms.accepts(hello.version())) {
            verdict = Refusal.OTHER_VERSION;
        } else if (!Arrays.equals(hello.node(), NO_HASH) && !Arrays.equals(hello.node(), Sha256.of(terms.nodeId()))) {
            verdict = Refusal.OTHER_NODE;
            payload = terms.nodeId().getBytes(java.nio.charset.StandardCharsets.UTF_8);
        } else if (hello.purpose() != Purpose.FIND && gate.full()) {
            verdict = Refusal.FULL;
        } else if (way == TransportChoice.TLS && !terms.encryption().ready()) {
            verdict = Refusal.NO_TLS;
        } else {
            verdict = Refusal.NONE;
            payload = gate.host().payload(hello.purpose());
        }
        byte[] certificate = verdict == Refusal.NONE && way == TransportChoice.TLS
                ? terms.encryption().fingerprint()
                : NO_HASH;
        byte[] signed = new Admission(verdict, HandshakeTerms.jdk(), terms.version(), certificate, payload).unsigned();
        byte[] mac = terms.secret().mac(HandshakeTerms.GATE, helloBytes, challengeBytes, proofBytes, signed);
        bond = way == TransportChoice.RING
                ? ChannelBinding.of(terms.secret(), helloBytes, challengeBytes, proofBytes, signed)
                : null;
        outgoing = ByteBuffer.allocate(signed.length + mac.length)
                .put(signed)
                .put(mac)
                .flip();
        step = Step.LEAVING;
    }

    @Override
    public void ended(Throwable why) {
        gate.dropped(this, why);
    }

    Purpose purpose() {
        return hello.purpose();
    }

    String subject() {
        return proof.subject();
    }

    boolean tls() {
        return way == TransportChoice.TLS;
    }

    /**
     * Returns the admitted connection, which uses a ring if the two sides agreed on one. Not for a connection with TLS.
     */
    AdmittedConnection line() {
        ChannelBinding shared = bond;
        return shared == null
                ? AdmittedConnection.plain(channel.socket())
                : AdmittedConnection.ring(channel.socket(), shared);
    }

    /** Returns the hash of the certificate that the caller covered by its proof. */
    byte[] certificate() {
        return proof.certificate();
    }
}
