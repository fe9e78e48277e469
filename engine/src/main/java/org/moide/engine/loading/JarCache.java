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
 * A folder of jars and other files in which each file's name is the SHA-256 of its bytes. So a jar is sent to a host
 * once, cannot be replaced by another, and is never named by a path. Several daemons may share the folder: a file is
 * moved into it when it is complete. Unfinished files of killed processes are removed by the next process that uses the
 * folder.
 *
 * <p>Any thread. One lock guards the uploads. It is held while bytes are written and digested, which takes little time
 * compared with the network.
 */
public final class JarCache implements AutoCloseable {
    /**
     * The greatest number of uploads at a time. It is reached if many runs with many jars are assembled at the same
     * moment.
     */
    private static final int MOST_UPLOADS = 64;

    /**
     * The greatest size of a file in bytes, if the caller sets no limit. The cache also has data sets that {@code
     * --files} names, so the real limit is the space on the disk.
     */
    private static final long MOST_BYTES = 1L << 40;

    private final Path folder;
    private final long mostBytes;
    private final Object lock = new Object();
    // lock guards all fields below.
    private final Map<String, Upload> uploads = new HashMap<>();
    /** Digests of jars whose bytes this process has verified. */
    private final Set<String> checked = new HashSet<>();

    /** Makes a cache like {@link #JarCache(Path, long)}, with a size limit that no usual file reaches. */
    public JarCache(Path folder) throws IOException {
        this(folder, MOST_BYTES);
    }

    /**
     * Makes the folder, readable by its owner only, and removes unfinished files that no process is writing.
     *
     * @param mostBytes the size limit of one jar
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

    /** Returns the digests of the jars that this host lacks or has damaged, in the given order, each once. */
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
     * Returns the path of a jar after its bytes were verified.
     *
     * @throws JarException if the cache does not have the jar, or it is damaged
     */
    public Path path(String digest) {
        if (!has(digest)) {
            throw new JarException("jar " + digest + " is not in " + folder + ": send it first");
        }
        return file(digest);
    }

    /**
     * Takes the next piece of an upload. The last piece completes the jar.
     *
     * @throws JarException if the jar is too large, a piece is missing, the bytes do not match the digest (the upload
     *     is then dropped), or the disk fails
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

    /** Copies a jar of this machine into the cache. */
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

    /** Drops the unfinished uploads of this uploader. */
    public void abandonUploadsOf(String uploader) {
        synchronized (lock) {
            for (String key : List.copyOf(uploads.keySet())) {
                if (key.endsWith(" " + uploader)) {
                    abandon(key);
                }
            }
        }
    }

    /** Drops all unfinished uploads. Complete jars stay. */
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
     * Removes unfinished files that no process is writing. A writing process holds a lock on its file, which the system
     * releases when the process ends.
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
