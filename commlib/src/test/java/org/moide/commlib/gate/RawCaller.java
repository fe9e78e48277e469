package org.moide.commlib.gate;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.Arrays;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.moide.commlib.handshake.Admission;
import org.moide.commlib.handshake.CallerHello;
import org.moide.commlib.handshake.Challenge;
import org.moide.commlib.handshake.HandshakeTerms;
import org.moide.commlib.handshake.Proof;
import org.moide.commlib.handshake.Purpose;
import org.moide.commlib.handshake.Refusal;
import org.moide.commlib.handshake.SoftwareVersion;
import org.moide.commlib.security.ClusterSecret;

/** A caller that speaks the handshake byte by byte, so that a test can change bytes of it. */
public final class RawCaller {
    private static final byte[] ZEROS = new byte[CallerHello.HASH_BYTES];

    private RawCaller() {}

    public static byte[] hello(Purpose purpose, Random random) {
        return hello(purpose, random, false);
    }

    public static byte[] hello(Purpose purpose, Random random, boolean tls) {
        byte[] nonce = new byte[CallerHello.NONCE_BYTES];
        random.nextBytes(nonce);
        return new CallerHello(CallerHello.PROTOCOL, purpose, tls, 17, SoftwareVersion.current(), nonce, ZEROS, ZEROS)
                .encode();
    }

    public static byte[] proof(ClusterSecret secret, String role, byte[] hello, byte[] challenge) {
        byte[] unsigned = Proof.unsigned(ZEROS, "raw");
        byte[] mac = secret.mac(role, hello, challenge, unsigned);
        byte[] proof = Arrays.copyOf(unsigned, Proof.BYTES);
        System.arraycopy(mac, 0, proof, unsigned.length, mac.length);
        return proof;
    }

    /**
     * Runs the handshake of a caller that knows the secret, with changed bytes.
     *
     * @return the verdict, or null if the gate closed the connection before
     */
    static Refusal shake(
            OpenGate gate, Purpose purpose, Random random, UnaryOperator<byte[]> onHello, UnaryOperator<byte[]> onProof)
            throws IOException {
        try (Socket socket = gate.connect()) {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            byte[] hello = hello(purpose, random);
            byte[] spoilt = onHello.apply(hello.clone());
            socket.getOutputStream().write(spoilt);
            if (spoilt.length < hello.length) {
                socket.shutdownOutput();
            }
            byte[] challenge = in.readNBytes(Challenge.BYTES);
            if (challenge.length < Challenge.BYTES) {
                return Refusal.OTHER_PROTOCOL;
            }
            Refusal first = Challenge.decode(challenge).refusal();
            if (first != Refusal.NONE) {
                return first;
            }
            socket.getOutputStream()
                    .write(onProof.apply(proof(OpenGate.SECRET, HandshakeTerms.CALLER, hello, challenge)));
            socket.shutdownOutput();
            byte[] head = in.readNBytes(Admission.HEAD_BYTES);
            if (head.length < Admission.HEAD_BYTES) {
                return Refusal.OTHER_PROTOCOL;
            }
            return Refusal.of(head[0]);
        } catch (java.net.SocketException e) {
            // The gate closed the connection during the write.
            return Refusal.OTHER_PROTOCOL;
        }
    }
}
