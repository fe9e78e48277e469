package org.moide.commlib.handshake;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.security.Encryption;
import org.moide.commlib.security.Sha256;

/**
 * The caller's side of one handshake. The gate chooses the transport, and this side accepts only a transport that it
 * allows: an unencrypted socket only with {@code --plain} or if nothing confidential is sent, a ring only if it offered
 * one. One thread uses it, once.
 */
public final class CallerHandshake {
    /**
     * The warning after statements of a gate that has not yet proved that it knows the secret: any program that
     * listens at the port can make them.
     */
    private static final String UNPROVED = " (so it says, and has not proved that it knows the secret)";

    private static final byte[] NO_HASH = new byte[CallerHello.HASH_BYTES];

    private final HandshakeTerms terms;
    private final Purpose purpose;
    private final String subject;
    private final boolean ring;
    private final byte[] node;
    private TransportChoice way = TransportChoice.PLAIN;
    private String gateVersion = "";
    private byte[] gateCertificate = NO_HASH;
    private @Nullable ChannelBinding bond;

    /**
     * Creates the caller's side of one handshake.
     *
     * @param nodeId the node that the caller wants, or null for any
     * @param ring whether a ring may carry the connection, if this process has rings
     */
    public CallerHandshake(
            HandshakeTerms terms, @Nullable String nodeId, Purpose purpose, String subject, boolean ring) {
        this.terms = terms;
        this.purpose = purpose;
        this.subject = subject;
        this.ring = ring && purpose.confidential() && terms.sharesMemory();
        this.node = nodeId == null ? NO_HASH : Sha256.of(nodeId);
    }

    /**
     * Runs the whole handshake over the socket.
     *
     * @return the payload of the gate's verdict
     */
    public byte[] run(Socket wire) throws IOException {
        DataInputStream in = new DataInputStream(wire.getInputStream());
        byte[] nonce = terms.callersNonce();
        byte[] hello = new CallerHello(
                        CallerHello.PROTOCOL,
                        purpose,
                        terms.encryption().possible(),
                        HandshakeTerms.jdk(),
                        terms.version(),
                        nonce,
                        node,
                        ring ? terms.hostProof(nonce) : NO_HASH)
                .encode();
        byte[] challenge;
        try {
            wire.getOutputStream().write(hello);
            challenge = in.readNBytes(Challenge.BYTES);
        } catch (SocketException e) {
            throw new DroppedException(e);
        }
        take(challenge);
        byte[] certificate = way == TransportChoice.TLS ? terms.encryption().fingerprint() : NO_HASH;
        byte[] unsigned = Proof.unsigned(certificate, subject);
        byte[] mac = terms.secret().mac(HandshakeTerms.CALLER, hello, challenge, unsigned);
        byte[] proof = Arrays.copyOf(unsigned, Proof.BYTES);
        System.arraycopy(mac, 0, proof, unsigned.length, mac.length);
        byte[] head;
        try {
            wire.getOutputStream().write(proof);
            head = in.readNBytes(Admission.HEAD_BYTES);
        } catch (SocketException e) {
            throw new DroppedException(e);
        }
        if (head.length < Admission.HEAD_BYTES) {
            throw new DroppedException(null);
        }
        byte[] signed = Arrays.copyOf(head, head.length + Admission.payloadBytes(head));
        in.readFully(signed, head.length, signed.length - head.length);
        byte[] gateMac = new byte[CallerHello.HASH_BYTES];
        in.readFully(gateMac);
        Admission verdict = Admission.decode(signed);
        byte[] expected = terms.secret().mac(HandshakeTerms.GATE, hello, challenge, proof, signed);
        if (verdict.refusal() == Refusal.WRONG_SECRET || !MessageDigest.isEqual(expected, gateMac)) {
            throw new RefusedException(
                    Refusal.WRONG_SECRET,
                    "wrong secret: this side has " + terms.secret()
                            + ", what listens there another one, or none; if it is yours, give both the same file");
        }
        take(verdict);
        gateVersion = verdict.version();
        gateCertificate = verdict.certificate();
        bond = way == TransportChoice.RING ? ChannelBinding.of(terms.secret(), hello, challenge, proof, signed) : null;
        return verdict.payload();
    }

    /** Returns the gate's MOIDE version; empty before {@link #run}. */
    public String gateVersion() {
        return gateVersion;
    }

    /** Returns the connection after the handshake. Blocks for TLS's own handshake if the gate chose TLS. */
    public AdmittedConnection line(Socket wire) throws IOException {
        ChannelBinding shared = bond;
        if (shared != null) {
            return AdmittedConnection.ring(wire, shared);
        }
        if (way == TransportChoice.PLAIN) {
            return AdmittedConnection.plain(wire);
        }
        Encryption encryption = terms.encryption();
        return purpose == Purpose.DATA
                ? AdmittedConnection.sealed(wire, encryption.secure(wire.getChannel(), true, gateCertificate))
                : AdmittedConnection.sealed(encryption.secure(wire, true, gateCertificate), wire);
    }

    private void take(byte[] bytes) throws IOException {
        if (bytes.length == 0) {
            throw new DroppedException(null);
        }
        if (bytes.length < Challenge.BYTES) {
            throw new MalformedMessageException("expected a MOIDE gate's " + Challenge.BYTES + " bytes, found "
                    + bytes.length + ": something else listens there");
        }
        Challenge challenge = Challenge.decode(bytes);
        if (challenge.refusal() == Refusal.OTHER_PROTOCOL || challenge.protocol() != CallerHello.PROTOCOL) {
            throw new RefusedException(
                    Refusal.OTHER_PROTOCOL,
                    "other version of MOIDE: handshake " + CallerHello.PROTOCOL + " here (MOIDE " + terms.version()
                            + "), " + challenge.protocol() + " there" + UNPROVED + ": if it is yours, upgrade "
                            + (challenge.protocol() < CallerHello.PROTOCOL ? "it" : "this side")
                            + ", since only versions with one number talk");
        }
        way = challenge.way();
        if (challenge.refusal() == Refusal.NO_TLS || !wouldDo(way)) {
            // The message does not advise --plain: an attacker who listens there may want just that.
            throw new RefusedException(
                    Refusal.NO_TLS,
                    terms.encryption().possible()
                            ? "this side encrypts, what listens there does not" + UNPROVED
                                    + ": if it is yours, start it without --plain"
                            : "this side runs with --plain, what listens there encrypts" + UNPROVED
                                    + ": leave --plain out");
        }
        if (challenge.refusal() != Refusal.NONE) {
            throw new RefusedException(challenge.refusal(), "refused: " + challenge.refusal() + UNPROVED);
        }
        if (way == TransportChoice.TLS && !terms.encryption().ready()) {
            throw new KeylessException();
        }
    }

    private boolean wouldDo(TransportChoice chosen) {
        return switch (chosen) {
            case PLAIN -> !purpose.confidential() || !terms.encryption().possible();
            case TLS -> purpose.confidential() && terms.encryption().possible();
            case RING -> ring;
        };
    }

    private void take(Admission verdict) throws RefusedException {
        switch (verdict.refusal()) {
            case NONE -> {
                if (!terms.accepts(verdict.version())) {
                    throw otherVersion(verdict);
                }
            }
            case OTHER_VERSION -> throw otherVersion(verdict);
            case OTHER_NODE ->
                throw new RefusedException(
                        Refusal.OTHER_NODE,
                        "is another process: " + new String(verdict.payload(), StandardCharsets.UTF_8));
            case FULL -> throw new RefusedException(Refusal.FULL, "has as many sessions open as its limits allow");
            case NO_TLS ->
                throw new RefusedException(Refusal.NO_TLS, "has no TLS identity and cannot make one: its log says why");
            default -> throw new RefusedException(verdict.refusal(), "refused: " + verdict.refusal());
        }
    }

    private RefusedException otherVersion(Admission verdict) {
        return new RefusedException(
                Refusal.OTHER_VERSION,
                "other version of MOIDE: " + terms.version() + " (JDK " + HandshakeTerms.jdk() + ") here, "
                        + verdict.version() + " (JDK " + verdict.jdk()
                        + ") there, and the engines of a run must be of one; where a daemon's files were replaced, start"
                        + " it again");
    }

    /** The gate closed the connection before its verdict, perhaps because too many connections arrived. */
    public static final class DroppedException extends IOException {
        private static final long serialVersionUID = 1L;

        DroppedException(@Nullable Throwable cause) {
            super("closed the connection in the handshake", cause);
        }
    }

    /** The gate chose TLS, but this node's key is not made yet; nothing has been proved so far. */
    public static final class KeylessException extends IOException {
        private static final long serialVersionUID = 1L;
    }

    /** The gate refused this process, or this process refused the gate's terms. */
    public static final class RefusedException extends IOException {
        private static final long serialVersionUID = 1L;
        private final Refusal refusal;

        RefusedException(Refusal refusal, String message) {
            super(message);
            this.refusal = refusal;
        }

        public Refusal refusal() {
            return refusal;
        }
    }
}
