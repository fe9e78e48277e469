package org.moide.commlib.system;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/**
 * Descriptions of file errors in words that a user knows. The text of such an exception is often no more than the
 * file's name. It has no state.
 */
public final class FileTrouble {
    private FileTrouble() {}

    /** Returns why a file cannot be read. */
    public static String whenReading(IOException trouble) {
        return trouble instanceof NoSuchFileException || trouble instanceof FileNotFoundException
                ? "there is none"
                : inWords(trouble);
    }

    /** Returns why a file cannot be made or written. */
    public static String whenWriting(IOException trouble) {
        return trouble instanceof NoSuchFileException || trouble instanceof FileNotFoundException
                ? "no file can be made in that folder"
                : inWords(trouble);
    }

    private static String inWords(IOException trouble) {
        if (trouble instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (trouble instanceof CharacterCodingException) {
            return "it is no text in UTF-8";
        }
        if (trouble instanceof NotDirectoryException) {
            return "it is no folder";
        }
        String reason = trouble instanceof FileSystemException known ? known.getReason() : trouble.getMessage();
        return reason == null ? "the system does not say why" : reason;
    }
}
