package org.moide.command.page;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;

/** An HTTP client that can send requests which client libraries refuse to send. */
public final class PageCaller implements AutoCloseable {
    private final Socket socket;
    private final StringBuilder come = new StringBuilder();

    private PageCaller(Socket socket) {
        this.socket = socket;
    }

    /** Sends a request with these headers and returns the whole answer. Adds a Host header if it is missing. */
    public static String answer(int port, String firstLine, String... headers) throws IOException {
        try (PageCaller caller = ask(port, firstLine, headers)) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            caller.socket.getInputStream().transferTo(all);
            return all.toString(StandardCharsets.UTF_8);
        }
    }

    public static PageCaller ask(int port, String firstLine, String... headers) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(10_000);
        StringBuilder text = new StringBuilder(firstLine).append(" HTTP/1.1\r\n");
        boolean hasHost = false;
        for (String header : headers) {
            hasHost |= header.startsWith("Host:");
            text.append(header).append("\r\n");
        }
        if (!hasHost) {
            text.append("Host: 127.0.0.1:").append(port).append("\r\n");
        }
        socket.getOutputStream().write(text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
        return new PageCaller(socket);
    }

    /** Reads until this text has arrived. Returns all that was read. */
    public String until(String word) throws IOException {
        InputStream in = socket.getInputStream();
        while (come.indexOf(word) < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("expected '" + word + "', found the end after: " + come);
            }
            come.append((char) next);
        }
        return come.toString();
    }

    /** Returns whether the server closes the connection. Blocks until data or the end arrives. */
    public boolean isEnded() throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketException reset) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
