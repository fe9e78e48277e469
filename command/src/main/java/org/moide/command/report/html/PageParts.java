package org.moide.command.report.html;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Objects;
import org.moide.commlib.system.VisibleText;

/**
 * A page's style and script, which are embedded in it, and the policy that makes a browser run these and no other
 * scripts.
 *
 * @param style the content of the style tag
 * @param script the content of the script tag
 */
public record PageParts(String style, String script) {
    /** Returns the parts of a page with these scripts, in this order. */
    public static PageParts withScripts(String... names) {
        StringBuilder script = new StringBuilder();
        for (String name : names) {
            script.append(resource(name));
        }
        return new PageParts(resource("page.css"), script.toString());
    }

    /** Returns the page's Content Security Policy: run this script, use this style, load nothing. */
    public String policy() {
        return "default-src 'none'; script-src '" + digest(script) + "'; style-src '" + digest(style)
                + "'; img-src data:";
    }

    /**
     * Returns the page's HTML.
     *
     * @param head further tags of the head
     * @param body the content before the script
     */
    public String page(String head, String body) {
        return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n" + head
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                + "<link rel=\"icon\" href=\"data:,\">\n<title>MOIDE</title>\n<style>" + style
                + "</style>\n</head>\n<body>\n" + body + "<script>" + script + "</script>\n</body>\n</html>\n";
    }

    /** Escapes a text for HTML. */
    static String escaped(String text) {
        return VisibleText.lines(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private static String digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(hash);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }

    private static String resource(String name) {
        try (InputStream content = Objects.requireNonNull(
                PageParts.class.getResourceAsStream(name), "no " + name + " beside the class: the jar is not whole")) {
            return new String(content.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
