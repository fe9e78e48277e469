package org.moide.engine.loading;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Jars, and the files that applications read, by content: a folder in which a file's name is the SHA-256 of its bytes.
 * So a jar is shipped once to a host, nobody can put another in its place, and a name is never a path. Several daemons
 * may share the folder: a jar appears whole, by a move, or not at all. What a killed process left unfinished is removed
 * by the next one.
 *
 * <p>Any thread. One lock guards the uploads and is held while bytes are written and digests taken: uploads are few,
 * and short beside the network.
 */
public final class JarCache implements AutoCloseable {
    /** The most uploads: the runs that are being assembled at one moment, times their jars. */
    private static final int MOST_UPLOADS = 64;

    private final Path folder;
    private final long mostBytes;
    private final Object lock = new Object();
    // All below: guarded by lock.
    private final Map<String, Upload> uploads = new HashMap<>();
    /** The digests of jars whose bytes this process has checked. */
    private final Set<String> checked = new HashSet<>();

    /**
     * Makes the folder, readable by its owner only, and removes parts that nobody is writing any more.
     *
     * @param mostBytes how large one jar may be
     * @throws IOException if the folder cannot be made
     */
    public JarCache(Path folder, long mostBytes) throws IOException {
        this.folder = folder;
        this.mostBytes = mostBytes;
        if (FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        } else {
            Files.createDirectories(folder);
        }
        sweep();
    }

    /**
     * Returns those of these digests that this host does not have, or has damaged, in the given order and once each.
     */
    public List<String> missing(List<String> digests) {
        List<String> missing = new ArrayList<>();
        for (String digest : digests) {
            if (!missing.contains(digest) && !has(digest)) {
                missing.add(digest);
            }
        }
        return missing;
    }

    /**
     * Returns the path of a jar, whose bytes have been checked.
     *
     * @throws JarException if it is not here or damaged
     */
    public Path path(String digest) {
        if (!has(digest)) {
            throw new JarException("jar " + digest + " is not in " + folder + ": send it first");
        }
        return file(digest);
    }

    /**
     * Takes the next piece of an upload. The last one makes the jar appear.
     *
     * @throws JarException if the jar is too large, a piece is left out, the bytes are not those of the digest (the
     *     upload is then forgotten), or the disk fails
     */
    public void append(JarChunk chunk) {
        String key = chunk.digest() + " " + chunk.uploader();
        synchronized (lock) {
            if (chunk.totalBytes() > mostBytes) {
                throw new JarException("jar " + chunk.digest() + " has " + chunk.totalBytes() + " bytes, at most "
                        + mostBytes + " are taken here");
            }
            Upload upload = uploads.get(key);
            if (upload == null && isPresent(chunk.digest())) {
                return;
            }
            try {
                if (upload == null) {
                    upload = begin(key, chunk);
                }
                if (upload.append(chunk)) {
                    uploads.remove(key);
                    finish(upload);
                }
            } catch (IOException disk) {
                abandon(key);
                throw new JarException("jar " + chunk.digest() + " cannot be kept in " + folder + ": " + disk, disk);
            } catch (JarException wrong) {
                abandon(key);
                throw wrong;
            }
        }
    }

    /** Puts a jar of this machine into the cache. */
    public JarReference add(Path jar) throws IOException {
        JarReference reference = JarReference.of(jar);
        if (has(reference.digest())) {
            return reference;
        }
        byte[] bytes = Files.readAllBytes(jar);
        String uploader = "process-" + ProcessHandle.current().pid();
        for (int offset = 0; offset < bytes.length; offset += JarChunk.MOST_BYTES) {
            int end = Math.min(bytes.length, offset + JarChunk.MOST_BYTES);
            byte[] piece = java.util.Arrays.copyOfRange(bytes, offset, end);
            append(new JarChunk(uploader, reference.digest(), bytes.length, offset, piece));
        }
        return reference;
    }

    /** Forgets the unfinished uploads of this uploader. */
    public void abandonUploadsOf(String uploader) {
        synchronized (lock) {
            for (String key : List.copyOf(uploads.keySet())) {
                if (key.endsWith(" " + uploader)) {
                    abandon(key);
                }
            }
        }
    }

    /** Forgets every unfinished upload; jars stay. */
    @Override
    public void close() {
        synchronized (lock) {
            for (String key : List.copyOf(uploads.keySet())) {
                abandon(key);
            }
        }
    }

    private boolean has(String digest) {
        synchronized (lock) {
            return isPresent(digest);
        }
    }

    private boolean isPresent(String digest) {
        Path file = file(digest);
        if (!Files.isRegularFile(file)) {
            checked.remove(digest);
            return false;
        }
        if (checked.contains(digest)) {
            return true;
        }
        try {
            if (Digests.of(file).equals(digest)) {
                checked.add(digest);
                return true;
            }
            Files.deleteIfExists(file);
        } catch (IOException unreadable) {
            return false;
        }
        return false;
    }

    private Path file(String digest) {
        return folder.resolve(Digests.checked(digest) + ".jar");
    }

    private Upload begin(String key, JarChunk chunk) throws IOException {
        if (uploads.size() >= MOST_UPLOADS) {
            throw new JarException(
                    "already " + uploads.size() + " jars are on their way to this host: try again later");
        }
        long free = Files.getFileStore(folder).getUsableSpace();
        if (free < chunk.totalBytes()) {
            throw new JarException("jar " + chunk.digest() + " has " + chunk.totalBytes() + " bytes, and the disk of "
                    + folder + " has room for " + free);
        }
        Upload upload = new Upload(Files.createTempFile(folder, chunk.digest().substring(0, 16) + "-", ".part"), chunk);
        uploads.put(key, upload);
        return upload;
    }

    private void finish(Upload upload) throws IOException {
        try {
            upload.verify();
            Files.move(upload.part(), file(upload.digest()), StandardCopyOption.ATOMIC_MOVE);
            checked.add(upload.digest());
        } finally {
            upload.close();
        }
    }

    private void abandon(String key) {
        Upload upload = uploads.remove(key);
        if (upload != null) {
            upload.close();
        }
    }

    /**
     * Removes parts that nobody is writing. The writer of a part holds a lock on it, which ends with the writer's
     * process.
     */
    private void sweep() throws IOException {
        try (DirectoryStream<Path> parts = Files.newDirectoryStream(folder, "*.part")) {
            for (Path part : parts) {
                if (isNobodys(part)) {
                    Files.deleteIfExists(part);
                }
            }
        }
    }

    private static boolean isNobodys(Path part) {
        try (FileChannel channel = FileChannel.open(part, StandardOpenOption.WRITE);
                FileLock held = channel.tryLock()) {
            return held != null;
        } catch (OverlappingFileLockException ours) {
            return false;
        } catch (IOException gone) {
            return false;
        }
    }
}
