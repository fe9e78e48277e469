package org.moide.commlib.tunnel;

import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.moide.commlib.gate.Routes;

/**
 * A way to the processes of one host through the local socket of a running ssh. A door at the other end of ssh gets a
 * request that names a process, and connects to it. Any thread may call it.
 */
public final class ThroughSocket implements Routes.Past {
    private final String host;
    private final Source source;
    private final Supplier<String> whatIfNot;

    /** A source of the path of ssh's local socket. */
    @FunctionalInterface
    public interface Source {
        /**
         * Returns the path of ssh's local socket; may wait until there is one.
         *
         * @throws IOException if there is none; its message says why
         */
        Path socket(long nanos) throws IOException;
    }

    /**
     * Creates a way to the processes of one host.
     *
     * @param host as in {@link TunnelName}
     * @param source returns the path of ssh's local socket
     * @param whatIfNot returns the most likely reason if the other end closes the connection without an answer
     */
    public ThroughSocket(String host, Source source, Supplier<String> whatIfNot) {
        this.host = host;
        this.source = source;
        this.whatIfNot = whatIfNot;
    }

    @Override
    public Socket socket() throws IOException {
        return UnixSocket.open();
    }

    @Override
    public void connect(Socket socket, int port, boolean lasts, long nanos) throws IOException {
        UnixSocket wire = (UnixSocket) socket;
        Path place = source.socket(nanos);
        try {
            wire.connect(UnixPlace.address(place));
        } catch (NoSuchFileException none) {
            throw new IOException("its ssh has ended, or is being started anew: there is no " + none.getFile(), none);
        } catch (IOException gone) {
            throw new IOException("its ssh is gone: " + gone.getMessage(), gone);
        }
        if (lasts) {
            wire.getChannel().configureBlocking(false);
        }
        int answer;
        try {
            wire.getOutputStream().write(new TunnelAsk(host, port).encode());
            answer = wire.getInputStream().read();
        } catch (IOException broken) {
            throw new IOException(whatIfNot.get() + " (" + broken.getMessage() + ")", broken);
        }
        if (answer < 0) {
            throw new EOFException(whatIfNot.get());
        }
        TunnelAnswer said = TunnelAnswer.of(answer);
        if (said == null) {
            throw new IOException("expected the end of a tunnel of MOIDE, found that something else answers");
        }
        if (said != TunnelAnswer.OPEN) {
            throw new IOException("the tunnel says: " + said.words());
        }
    }
}
