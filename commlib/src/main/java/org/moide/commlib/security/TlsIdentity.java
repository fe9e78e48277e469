package org.moide.commlib.security;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.moide.commlib.system.OwnProcesses;

/**
 * A node's key and its self-signed certificate. No authority signs it: the gate's handshake, which proves the
 * cluster's secret, covers the hashes of both sides' certificates, and TLS then accepts no others.
 */
final class TlsIdentity {
    /** The password that the file format PKCS#12 requires; the file's permissions protect the key. */
    private static final String PASSWORD = "moide-node";

    private static final String ALIAS = "moide";
    private static final String FILE = "tls.p12";

    /** The prefix of the folder in which keytool works; a number follows. */
    private static final String WORKSHOP = "tls";

    private static final Pattern NAME = Pattern.compile(WORKSHOP + "[0-9]+");

    /** The age after which keytool's folder counts as left over; keytool never runs as long. */
    private static final Duration LONGEST_MAKING = Duration.ofMinutes(10);

    private static final String PROTOCOL = "TLSv1.3";
    /** A peer's name for TLS sessions. It identifies no one; the certificate does. */
    private static final String PEER = "moide";

    /** The limit for keytool, which is a JVM of its own and takes a second or two on an idle machine. */
    private static final long KEYTOOL_SECONDS = 60;

    private final KeyStore keys;
    private final byte[] fingerprint;
    private final KeyManagerFactory keyManagers;

    private TlsIdentity(KeyStore keys) throws GeneralSecurityException {
        this.keys = keys;
        Certificate certificate = keys.getCertificate(ALIAS);
        if (certificate == null) {
            throw new GeneralSecurityException("no certificate called " + ALIAS);
        }
        this.fingerprint = Sha256.of(certificate.getEncoded());
        this.keyManagers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keyManagers.init(this.keys, PASSWORD.toCharArray());
    }

    /**
     * Reads this node's key and certificate, or makes them if there are none. If several processes do so at once, all
     * get the same ones.
     *
     * @throws GateException if that fails; its message says why
     */
    static TlsIdentity loadOrMake(Path folder) {
        return loadOrMake(folder, FILE, "");
    }

    /**
     * Reads or makes one of several pairs of key and certificate of a node.
     *
     * @param name the name of its file
     * @param subjects the certificate's subject names, for callers that check them; empty for none
     */
    static TlsIdentity loadOrMake(Path folder, String name, String subjects) {
        Path file = folder.resolve(name);
        try {
            if (Files.notExists(file)) {
                make(file, subjects);
            }
            OwnerOnly.check(file);
            try (InputStream in = Files.newInputStream(file)) {
                KeyStore keys = KeyStore.getInstance("PKCS12");
                keys.load(in, PASSWORD.toCharArray());
                return new TlsIdentity(keys);
            }
        } catch (IOException | GeneralSecurityException e) {
            throw new GateException(
                    "cannot read or make this node's TLS identity " + file + ": " + e
                            + "; delete the file if it is damaged",
                    e);
        }
    }

    private static void make(Path file, String subjects) throws IOException {
        Path folder = OwnerOnly.folder(file);
        // keytool must create the file itself, so it gets a folder of its own.
        Path workshop = Files.createTempDirectory(folder, WORKSHOP, OwnerOnly.FOLDER);
        sweep(folder, Files.getLastModifiedTime(workshop).toInstant());
        Path draft = workshop.resolve("made.p12");
        Path said = workshop.resolve("keytool.log");
        try {
            keytool(draft, said, subjects);
            OwnerOnly.restrict(draft);
            Files.createLink(file, draft);
        } catch (FileAlreadyExistsException e) {
            // Another process of this node was faster.
        } finally {
            remove(workshop);
        }
    }

    /** Removes the folders of processes that were killed while keytool ran. */
    private static void sweep(Path folder, Instant now) {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, WORKSHOP + "*")) {
            for (Path one : all) {
                Instant made = Files.getLastModifiedTime(one, LinkOption.NOFOLLOW_LINKS)
                        .toInstant();
                boolean ours = NAME.matcher(String.valueOf(one.getFileName())).matches()
                        && Files.isDirectory(one, LinkOption.NOFOLLOW_LINKS);
                if (ours && made.isBefore(now.minus(LONGEST_MAKING))) {
                    remove(one);
                }
            }
        } catch (IOException unreadable) {
            // A leftover takes little room, and the maker of the next identity tries again.
        }
    }

    /** Removes keytool's folder. Errors are ignored: a full disk or a missing folder shows in the making of the key. */
    private static void remove(Path workshop) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(workshop)) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(workshop);
        } catch (IOException stays) {
            // The leftover takes little room.
        }
    }

    private static void keytool(Path store, Path said, String subjects) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                ALIAS,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=moide",
                // The certificate need not expire: the cluster's secret establishes trust.
                "-validity",
                "36500",
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                store.toString()));
        if (!subjects.isEmpty()) {
            command.addAll(List.of("-ext", "SAN=" + subjects));
        }
        Process keytool = OwnProcesses.start(
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile()));
        try {
            keytool.getOutputStream().close();
            if (!keytool.waitFor(KEYTOOL_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("keytool did not end within " + KEYTOOL_SECONDS + " s");
            }
            if (keytool.exitValue() != 0) {
                throw new IOException("keytool ended with " + keytool.exitValue() + ": "
                        + Files.readString(said, StandardCharsets.UTF_8).strip());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while keytool made a key", e);
        } finally {
            keytool.destroyForcibly();
        }
    }

    byte[] certificate() throws GeneralSecurityException {
        return keys.getCertificate(ALIAS).getEncoded();
    }

    /** Makes the context of a server whose callers need no certificate. */
    SSLContext serving() throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance(PROTOCOL);
        context.init(keyManagers.getKeyManagers(), null, null);
        return context;
    }

    byte[] fingerprint() {
        return fingerprint.clone();
    }

    SSLSocket secure(Socket wire, boolean calling, byte[] peerCertificate) throws IOException {
        SSLContext context = context(peerCertificate);
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(wire, PEER, wire.getPort(), true);
        socket.setSSLParameters(parameters(context, calling));
        socket.setUseClientMode(calling);
        socket.startHandshake();
        return socket;
    }

    TlsChannel secure(SocketChannel wire, boolean calling, byte[] peerCertificate) throws IOException {
        SSLContext context = context(peerCertificate);
        // The port would be a key of resumed sessions, but each context serves one connection.
        SSLEngine engine = context.createSSLEngine(PEER, 0);
        engine.setSSLParameters(parameters(context, calling));
        engine.setUseClientMode(calling);
        return TlsChannel.over(wire, engine);
    }

    private static SSLParameters parameters(SSLContext context, boolean calling) {
        SSLParameters parameters = context.getDefaultSSLParameters();
        parameters.setProtocols(new String[] {PROTOCOL});
        if (!calling) {
            parameters.setNeedClientAuth(true);
        }
        return parameters;
    }

    private SSLContext context(byte[] peerCertificate) throws IOException {
        try {
            SSLContext context = SSLContext.getInstance(PROTOCOL);
            context.init(
                    keyManagers.getKeyManagers(), new TrustManager[] {new PinnedCertificate(peerCertificate)}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("no TLS 1.3 in this JVM", e);
        }
    }
}
