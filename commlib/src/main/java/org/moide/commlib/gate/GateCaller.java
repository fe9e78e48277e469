package org.moide.commlib.gate;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.NotDeliveredException;
import org.moide.commlib.RefusedException;
import org.moide.commlib.registration.NodeReference;

/**
 * The caller's side of the gate: tries every address of a process, proves that it knows the secret, and lets the other
 * side prove it. Any thread; blocks until the deadline at most.
 */
public final class GateCaller {
    private static final byte[] NO_HASH = new byte[Hello.HASH_BYTES];
    /**
     * A gate that is flooded drops the oldest that waits, and that may be us; nothing has happened yet, so we may come again.
     */
    private static final int ATTEMPTS = 3;
    /** How long one of several may take, over its name or the handshake, before the next one is tried. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final GateTerms terms;
    private final DeadlineWatch watch;
    private final Gate gate;
    private final NameLookup lookup = new NameLookup(InetAddress::getAllByName);

    /**
     * Calls in the name of a process.
     *
     * @param gate the process's own gate, which watches the lifelines that it opens
     */
    public GateCaller(GateTerms terms, DeadlineWatch watch, Gate gate) {
        this.terms = terms;
        this.watch = watch;
        this.gate = gate;
    }

    /**
     * A connection for calls to {@code node}.
     *
     * @param deadlineNanos of the ticker
     * @throws NotDeliveredException naming every address tried and what each said
     * @throws RefusedException if the process does not want us: wrong secret, another version
     */
    public Passage call(NodeReference node, long deadlineNanos) {
        return dial(node.addresses(), node.port(), node.nodeId(), Purpose.CALL, terms.nodeId(), deadlineNanos);
    }

    /**
     * A connection for data to whoever takes those called {@code name} there.
     *
     * @throws NotDeliveredException as {@link #call}
     * @throws RefusedException as {@link #call}
     */
    public Passage data(NodeReference node, String name, long deadlineNanos) {
        return dial(node.addresses(), node.port(), node.nodeId(), Purpose.DATA, name, deadlineNanos);
    }

    /**
     * What the process listening there tells about itself.
     *
     * @throws NotDeliveredException as {@link #call}
     * @throws RefusedException as {@link #call}
     */
    public byte[] find(String address, int port, long deadlineNanos) {
        Passage passage = dial(List.of(address), port, null, Purpose.FIND, terms.nodeId(), deadlineNanos);
        passage.guard().release();
        return passage.payload();
    }

    /**
     * Opens a lifeline.
     *
     * @throws NotDeliveredException as {@link #call}
     * @throws RefusedException as {@link #call}
     */
    public OpenLifeline lifeline(NodeReference node, String owner, long deadlineNanos, Runnable whenClosed) {
        Passage passage = dial(node.addresses(), node.port(), node.nodeId(), Purpose.LIFELINE, owner, deadlineNanos);
        if (!passage.guard().disarm()) {
            throw new NotDeliveredException(
                    "no lifeline to " + node + " by the deadline", new SocketTimeoutException("deadline passed"));
        }
        passage.guard().leave();
        return new OpenLifeline(gate, gate.watch(passage.wire().getChannel(), whenClosed));
    }

    private Passage dial(
            List<String> addresses,
            int port,
            @Nullable String nodeId,
            Purpose purpose,
            String subject,
            long deadlineNanos) {
        String whom = (nodeId == null ? "a MOIDE process" : nodeId) + " at port " + port;
        StringJoiner said = new StringJoiner("; ");
        Exception last = new ConnectException("no address");
        List<InetAddress> targets = resolve(addresses, deadlineNanos, said);
        for (int index = 0; index < targets.size(); index++) {
            InetSocketAddress target = new InetSocketAddress(targets.get(index), port);
            for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
                long remaining = deadlineNanos - terms.ticker().nanoTime();
                if (remaining <= 0) {
                    said.add("no time left for " + target.getAddress().getHostAddress());
                    break;
                }
                boolean more = index + 1 < targets.size();
                long until = patience(remaining, more);
                try {
                    return attempt(
                            target, nodeId, purpose, subject, terms.ticker().nanoTime() + until, deadlineNanos);
                } catch (RefusedByGateException e) {
                    if (e.refusal != Refusal.OTHER_NODE && e.refusal != Refusal.FULL) {
                        throw new RefusedException(
                                whom + " (" + target.getAddress().getHostAddress() + ") refused " + terms.nodeId()
                                        + ": " + e.getMessage(),
                                e);
                    }
                    last = e;
                    said.add(target.getAddress().getHostAddress() + " " + e.getMessage());
                    break;
                } catch (IOException e) {
                    last = e;
                    if (attempt < ATTEMPTS && e instanceof DroppedException) {
                        continue;
                    }
                    said.add(target.getAddress().getHostAddress() + " " + describe(e));
                    break;
                }
            }
        }
        throw new NotDeliveredException("nothing reached " + whom + ": " + said, last);
    }

    private Passage attempt(
            InetSocketAddress target,
            @Nullable String nodeId,
            Purpose purpose,
            String subject,
            long untilNanos,
            long deadlineNanos)
            throws IOException {
        // A channel that may block closes under a thread that is interrupted, and with it a connection that others
        // share:
        // so only where it is handed to a selector, for which it no longer blocks.
        boolean selected = purpose == Purpose.LIFELINE || purpose == Purpose.DATA;
        Socket wire = selected ? SocketChannel.open().socket() : new Socket();
        DeadlineWatch.Guard guard = watch.guard(wire);
        boolean passed = false;
        try {
            guard.arm(untilNanos);
            wire.setTcpNoDelay(true);
            long connectMillis = Math.min(
                    terms.limits().connect().toMillis(),
                    TimeUnit.NANOSECONDS.toMillis(untilNanos - terms.ticker().nanoTime()));
            wire.connect(target, (int) Math.max(1, connectMillis));
            KeepAlive.enable(wire);
            boolean tlsHere = purpose.confidential() && terms.encryption().wanted(target.getAddress());
            Handshake handshake = new Handshake(terms, nodeId, purpose, subject, tlsHere);
            byte[] payload = handshake.run(wire);
            boolean data = purpose == Purpose.DATA;
            Socket socket = handshake.tls() && !data
                    ? terms.encryption().secure(wire, true, handshake.gateCertificate())
                    : wire;
            ByteChannel sealed = handshake.tls() && data
                    ? terms.encryption().secure(wire.getChannel(), true, handshake.gateCertificate())
                    : null;
            if (!guard.disarm()) {
                throw new SocketTimeoutException("no answer in the handshake");
            }
            guard.arm(deadlineNanos);
            passed = true;
            return new Passage(socket, wire, sealed, guard, payload);
        } catch (IOException e) {
            if (guard.expired()) {
                SocketTimeoutException late = new SocketTimeoutException("accepted the connection but did not answer");
                late.initCause(e);
                throw late;
            }
            throw e;
        } finally {
            if (!passed) {
                guard.release();
            }
        }
    }

    /** Every address behind the names, each once; loopback first if the process is on this very machine. */
    private List<InetAddress> resolve(List<String> names, long deadlineNanos, StringJoiner said) {
        Set<InetAddress> targets = new LinkedHashSet<>();
        for (int index = 0; index < names.size(); index++) {
            long remaining = deadlineNanos - terms.ticker().nanoTime();
            boolean more = index + 1 < names.size();
            try {
                targets.addAll(lookup.find(names.get(index), patience(remaining, more)));
            } catch (UnknownHostException | SocketTimeoutException e) {
                said.add(e.getMessage());
            } catch (InterruptedException e) {
                said.add("interrupted while the name service was asked for " + names.get(index));
                Thread.currentThread().interrupt();
                break;
            }
        }
        List<InetAddress> ordered = new ArrayList<>(targets);
        if (targets.stream().anyMatch(GateCaller::ours)) {
            // The node's ID is part of the handshake: whoever else listens on loopback says that it is not the one.
            ordered.removeIf(InetAddress::isLoopbackAddress);
            ordered.addAll(
                    0, targets.stream().filter(InetAddress::isLoopbackAddress).toList());
            if (ordered.isEmpty() || !ordered.get(0).isLoopbackAddress()) {
                ordered.add(0, InetAddress.getLoopbackAddress());
            }
        }
        return ordered;
    }

    /** How much of what time remains one of several may take. */
    private static long patience(long remaining, boolean more) {
        return more ? Math.min(remaining, PATIENCE.toNanos()) : remaining;
    }

    private static boolean ours(InetAddress address) {
        try {
            return !address.isLoopbackAddress() && NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException e) {
            return false;
        }
    }

    private static String describe(IOException e) {
        if (e instanceof SocketTimeoutException) {
            return e.getMessage() != null && e.getMessage().startsWith("accepted")
                    ? e.getMessage()
                    : "did not accept a connection in time";
        }
        if (e instanceof ConnectException) {
            return "nothing listens there (" + e.getMessage() + ")";
        }
        String message = e.getMessage();
        return message == null ? e.toString() : message;
    }

    /** The messages of one dial. */
    private static final class Handshake {
        private final GateTerms terms;
        private final Purpose purpose;
        private final String subject;
        private final boolean tlsHere;
        private final byte[] node;
        private Challenge challenge = new Challenge(0, Refusal.NONE, false, NO_HASH, NO_HASH);

        Handshake(GateTerms terms, @Nullable String nodeId, Purpose purpose, String subject, boolean tlsHere) {
            this.terms = terms;
            this.purpose = purpose;
            this.subject = subject;
            this.tlsHere = tlsHere;
            this.node = nodeId == null ? NO_HASH : GateTerms.hash(nodeId);
        }

        boolean tls() {
            return challenge.tls();
        }

        byte[] gateCertificate() {
            return challenge.certificate();
        }

        byte[] run(Socket wire) throws IOException {
            DataInputStream in = new DataInputStream(wire.getInputStream());
            byte[] hello = new Hello(
                            Hello.PROTOCOL, purpose, tlsHere, GateTerms.jdk(), terms.version(), terms.nonce(), node)
                    .encode();
            byte[] challengeBytes;
            try {
                wire.getOutputStream().write(hello);
                challengeBytes = in.readNBytes(Challenge.BYTES);
            } catch (SocketException e) {
                throw new DroppedException(e);
            }
            if (challengeBytes.length == 0) {
                throw new DroppedException(null);
            }
            if (challengeBytes.length < Challenge.BYTES) {
                throw new MalformedMessageException("expected a MOIDE gate's " + Challenge.BYTES + " bytes, found "
                        + challengeBytes.length + ": something else listens there");
            }
            challenge = Challenge.decode(challengeBytes);
            checkChallenge();
            byte[] certificate = challenge.tls() ? terms.encryption().fingerprint() : NO_HASH;
            byte[] unsigned = Proof.unsigned(certificate, subject);
            byte[] mac = terms.secret().mac(GateTerms.CALLER, hello, challengeBytes, unsigned);
            byte[] proof = java.util.Arrays.copyOf(unsigned, Proof.BYTES);
            System.arraycopy(mac, 0, proof, unsigned.length, mac.length);
            byte[] head;
            try {
                wire.getOutputStream().write(proof);
                head = in.readNBytes(Verdict.HEAD_BYTES);
            } catch (SocketException e) {
                throw new DroppedException(e);
            }
            if (head.length < Verdict.HEAD_BYTES) {
                throw new DroppedException(null);
            }
            byte[] signed = java.util.Arrays.copyOf(head, head.length + Verdict.payloadBytes(head));
            in.readFully(signed, head.length, signed.length - head.length);
            byte[] gateMac = new byte[Hello.HASH_BYTES];
            in.readFully(gateMac);
            Verdict verdict = Verdict.decode(signed);
            byte[] expected = terms.secret().mac(GateTerms.GATE, hello, challengeBytes, proof, signed);
            if (verdict.refusal() == Refusal.WRONG_SECRET || !MessageDigest.isEqual(expected, gateMac)) {
                throw new RefusedByGateException(
                        Refusal.WRONG_SECRET,
                        "wrong secret: this side has " + terms.secret()
                                + ", the other side another one; copy the secret's file from there");
            }
            checkVerdict(verdict);
            return verdict.payload();
        }

        private void checkChallenge() throws RefusedByGateException {
            if (challenge.refusal() == Refusal.OTHER_PROTOCOL || challenge.protocol() != Hello.PROTOCOL) {
                throw new RefusedByGateException(
                        Refusal.OTHER_PROTOCOL,
                        "other version of MOIDE: handshake " + Hello.PROTOCOL + " here (MOIDE " + terms.version()
                                + "), " + challenge.protocol() + " there");
            }
            if (challenge.refusal() == Refusal.NO_TLS
                    || (challenge.tls() && !terms.encryption().possible())) {
                throw new RefusedByGateException(
                        Refusal.NO_TLS,
                        "one side asks for encryption, the other has none: use --plain on both sides or on neither, and"
                                + " --bind an address beyond loopback where others connect");
            }
            if (tlsHere && !challenge.tls()) {
                throw new RefusedByGateException(
                        Refusal.NO_TLS, "this side asks for encryption, the other did not agree");
            }
            if (challenge.refusal() != Refusal.NONE) {
                throw new RefusedByGateException(challenge.refusal(), "refused: " + challenge.refusal());
            }
        }

        private void checkVerdict(Verdict verdict) throws RefusedByGateException {
            switch (verdict.refusal()) {
                case NONE -> {}
                case OTHER_VERSION ->
                    throw new RefusedByGateException(
                            Refusal.OTHER_VERSION,
                            "other version of MOIDE: " + terms.version() + " (JDK " + GateTerms.jdk() + ") here, "
                                    + verdict.version() + " (JDK " + verdict.jdk() + ") there");
                case OTHER_NODE ->
                    throw new RefusedByGateException(
                            Refusal.OTHER_NODE,
                            "is another process: " + new String(verdict.payload(), StandardCharsets.UTF_8));
                case FULL ->
                    throw new RefusedByGateException(Refusal.FULL, "has as many sessions open as its limits allow");
                default -> throw new RefusedByGateException(verdict.refusal(), "refused: " + verdict.refusal());
            }
        }
    }

    /** The gate closed the connection before its verdict: it may have been flooded. */
    private static final class DroppedException extends IOException {
        private static final long serialVersionUID = 1L;

        DroppedException(@Nullable Throwable cause) {
            super("closed the connection in the handshake", cause);
        }
    }

    private static final class RefusedByGateException extends IOException {
        private static final long serialVersionUID = 1L;
        private final Refusal refusal;

        RefusedByGateException(Refusal refusal, String message) {
            super(message);
            this.refusal = refusal;
        }
    }
}
