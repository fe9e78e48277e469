package org.moide.commlib.security;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * A key and a certificate by which programs outside of MOIDE recognise a server of this host's user. They are made
 * once; users give the certificate's file to those programs. Any thread may call it.
 */
public final class ServerIdentity {
    private static final String PROTOCOL = "TLSv1.3";
    private static final int LINE = 64;

    private final SSLContext context;
    private final Path certificate;

    private ServerIdentity(SSLContext context, Path certificate) {
        this.context = context;
        this.certificate = certificate;
    }

    /**
     * Reads the key and certificate, or makes them for this host's names if there are none, which takes a second or
     * two.
     *
     * @param name the prefix of its files' names
     * @throws GateException if that fails; its message says why
     */
    public static ServerIdentity loadOrMake(Path folder, String name) {
        TlsIdentity identity = TlsIdentity.loadOrMake(folder, name + ".p12", SubjectNames.ofThisHost());
        Path certificate = folder.resolve(name + "-certificate.pem");
        try {
            Base64.Encoder lines = Base64.getMimeEncoder(LINE, "\n".getBytes(StandardCharsets.US_ASCII));
            String text = "-----BEGIN CERTIFICATE-----\n" + lines.encodeToString(identity.certificate())
                    + "\n-----END CERTIFICATE-----\n";
            Path draft = Files.createTempFile(folder, name, ".new");
            Files.writeString(draft, text, StandardCharsets.US_ASCII);
            Files.move(draft, certificate, StandardCopyOption.ATOMIC_MOVE);
            return new ServerIdentity(identity.serving(), certificate);
        } catch (IOException | GeneralSecurityException e) {
            throw new GateException("cannot use the certificate in " + folder + ": " + e, e);
        }
    }

    /** Returns the file of the certificate that callers must trust. */
    public Path certificate() {
        return certificate;
    }

    /** Starts TLS on a caller's connection and returns the encrypted socket. Blocks for the handshake. */
    public Socket secure(Socket caller) throws IOException {
        SSLSocket secured = (SSLSocket) context.getSocketFactory().createSocket(caller, null, caller.getPort(), true);
        secured.setEnabledProtocols(new String[] {PROTOCOL});
        secured.setUseClientMode(false);
        secured.startHandshake();
        return secured;
    }
}
