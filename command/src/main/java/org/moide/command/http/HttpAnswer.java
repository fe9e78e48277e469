package org.moide.command.http;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** The answer to one HTTP request. Used by the connection's thread only. */
public final class HttpAnswer {
    private final Socket caller;
    private final Runnable begun;

    HttpAnswer(Socket caller, Runnable begun) {
        this.caller = caller;
        this.begun = begun;
    }

    /** Answers with a status and no body. */
    public void refuse(String status) throws IOException {
        whole(status, "", new byte[0]);
    }

    /**
     * Sends a complete answer.
     *
     * @param status such as {@code 200 OK}
     * @param headers lines that end with CR and LF
     */
    public void whole(String status, String headers, byte[] body) throws IOException {
        OutputStream out = caller.getOutputStream();
        out.write(head(status, headers + "Content-Length: " + body.length + "\r\n"));
        out.write(body);
        out.flush();
    }

    /**
     * Begins an answer of unlimited length and duration.
     *
     * @return the stream to which the body is written
     */
    public OutputStream stream(String headers) throws IOException {
        begun.run();
        OutputStream out = caller.getOutputStream();
        out.write(head("200 OK", headers));
        return out;
    }

    /** Returns the connection. Another thread may close it in order to end a blocked write. */
    public Socket connection() {
        return caller;
    }

    private static byte[] head(String status, String headers) {
        String text = "HTTP/1.1 " + status + "\r\n" + headers
                + "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
                + "Cross-Origin-Resource-Policy: same-origin\r\nConnection: close\r\n\r\n";
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
