package org.moide.commlib.security;

import java.net.Socket;
import java.security.MessageDigest;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/** A trust manager that accepts one certificate: the one whose hash the gate's handshake contained. */
final class PinnedCertificate extends X509ExtendedTrustManager {
    private final byte[] fingerprint;

    PinnedCertificate(byte[] fingerprint) {
        this.fingerprint = fingerprint.clone();
    }

    private void check(X509Certificate[] chain) throws CertificateException {
        if (chain.length == 0 || !MessageDigest.isEqual(fingerprint, Sha256.of(chain[0].getEncoded()))) {
            throw new CertificateException(
                    "expected the certificate that the other side proved with the secret, found another");
        }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
