package org.moide.commlib.carrier;

import java.io.IOException;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongPredicate;
import java.util.regex.Pattern;
import org.moide.commlib.port.HostMemory;

/**
 * Makes and opens the shared memory files of rings. A new file has a name for some microseconds, in a folder that
 * only its owner can enter. After that, the peer process reaches it through the maker's descriptor in {@code /proc},
 * which the kernel opens only to the same user. A killed process therefore leaves no file, except in those
 * microseconds; {@link MemoryNames} then removes it.
 */
final class RingFiles {
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final String PREFIX = "moide-ring-";
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final Pattern DESCRIPTOR = Pattern.compile("/proc/[0-9]{1,10}/fd/[0-9]{1,10}");
    private static final String UNNAMED = " (deleted)";
    private static final FileAttribute<?> OWNER_FOLDER =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final FileAttribute<?> OWNER_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    /**
     * The greatest number of rings that this process has in use at a time: 186 MB of memory at most. Connections beyond
     * this number have no ring.
     */
    private static final int MOST = 256;

    /** The number of rings in use from which on new ones are small: engines of one host rarely have more peers there. */
    private static final int MOST_LARGE = 32;

    /**
     * A large ring takes at most this part of the free memory; in a container there may be 64 MB in all. Otherwise a
     * small one is made.
     */
    private static final int PART_OF_FREE = 16;

    /** A look at how many bytes of shared memory are free. */
    @FunctionalInterface
    interface FreeMemory {
        long bytes() throws IOException;
    }

    /** The zeros that are written at once: the JDK keeps a buffer of this length for the thread. */
    private static final int ZEROS_BYTES = 64 * 1024;

    private final SecureRandom randomness;
    private final FreeMemory free;
    private final AtomicBoolean swept = new AtomicBoolean();
    private final Set<Reference<?>> mapped = ConcurrentHashMap.newKeySet();
    private final ReferenceQueue<ByteBuffer> unmapped = new ReferenceQueue<>();

    RingFiles(SecureRandom randomness) {
        this(randomness, () -> Files.getFileStore(MEMORY).getUsableSpace());
    }

    /** Creates the files with the given look at the free memory, for tests. */
    RingFiles(SecureRandom randomness, FreeMemory free) {
        this.randomness = randomness;
        this.free = free;
    }

    /**
     * Shared memory that this process made. {@link #close} closes the descriptor, so that no peer can open the file any
     * more; the memory stays mapped.
     *
     * @param name the path of the descriptor
     */
    @SuppressWarnings("ArrayRecordComponent") // random bytes; no code compares the records
    record Made(ByteBuffer bytes, String name, byte[] token, FileChannel file) implements HostMemory.Piece {
        /** Returns the view of memory that {@link #makeRing} has made. */
        RingMemory ring() {
            return new RingMemory(bytes);
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    Made makeRing() throws IOException {
        forgetUnmapped();
        return makeFile(RingMemory.bytes(capacity()));
    }

    /**
     * Makes shared memory, zeros but for a token at its beginning.
     *
     * @throws IOException if it would be too large a part of the free memory, or there is none
     */
    Made make(int bytes) throws IOException {
        forgetUnmapped();
        if (free.bytes() / PART_OF_FREE < bytes) {
            throw new IOException("expected " + PART_OF_FREE + " times " + bytes
                    + " bytes of free shared memory, found " + free.bytes());
        }
        return makeFile(bytes);
    }

    private Made makeFile(int bytes) throws IOException {
        if (mapped.size() >= MOST) {
            throw new IOException("expected at most " + MOST + " rings in use");
        }
        Path folder = Files.createTempDirectory(MEMORY, MemoryNames.prefix("ring"), OWNER_FOLDER);
        if (swept.compareAndSet(false, true)) {
            MemoryNames.sweep(MEMORY, folder);
        }
        Path path = folder.resolve("ring");
        FileChannel file;
        String descriptor;
        try {
            file = FileChannel.open(
                    path,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
                    OWNER_FILE);
            descriptor = "/proc/" + ProcessHandle.current().pid() + "/fd/" + descriptor(path);
        } finally {
            Files.deleteIfExists(path);
            Files.delete(folder);
        }
        try {
            // The zeros reserve the memory: if it is short, this fails here and not as a fault at the first access.
            ByteBuffer zeros = ByteBuffer.allocate(ZEROS_BYTES);
            for (int written = 0; written < bytes; ) {
                zeros.clear().limit(Math.min(ZEROS_BYTES, bytes - written));
                written += file.write(zeros);
            }
            byte[] token = new byte[RingMemory.TOKEN_BYTES];
            randomness.nextBytes(token);
            MappedByteBuffer memory = map(file);
            memory.put(0, token);
            return new Made(memory, descriptor, token, file);
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    /** Returns the capacity that a new ring is to have. */
    private int capacity() throws IOException {
        boolean large =
                mapped.size() < MOST_LARGE && free.bytes() / PART_OF_FREE >= RingMemory.bytes(RingMemory.CAPACITY);
        return large ? RingMemory.CAPACITY : RingMemory.SMALL_CAPACITY;
    }

    private static String descriptor(Path path) throws IOException {
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(DESCRIPTORS)) {
            for (Path descriptor : descriptors) {
                if (link(descriptor).equals(path.toString())) {
                    return descriptor.getFileName().toString();
                }
            }
        }
        throw new IOException("no descriptor of " + path);
    }

    private static String link(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            // The descriptor was closed meanwhile, such as the one that lists this folder.
            return "";
        }
    }

    /**
     * Maps the ring that another process made.
     *
     * @param descriptor the path that the other process named
     * @throws IOException if the file is not that ring
     */
    RingMemory openRing(String descriptor, byte[] token) throws IOException {
        return new RingMemory(open(descriptor, token, RingMemory::fits));
    }

    /**
     * Maps memory that another process made.
     *
     * @param descriptor the path that the other process named
     * @param fits whether the memory may have a length in bytes
     * @throws IOException if the file is not that memory
     */
    ByteBuffer open(String descriptor, byte[] token, LongPredicate fits) throws IOException {
        forgetUnmapped();
        if (!DESCRIPTOR.matcher(descriptor).matches()) {
            throw new IOException("expected a descriptor of a process, found " + descriptor);
        }
        Path path = Path.of(descriptor);
        String target = link(path);
        if (!target.startsWith(MEMORY.resolve(PREFIX).toString()) || !target.endsWith(UNNAMED)) {
            throw new IOException("expected a ring in memory without a name, found " + target);
        }
        if (!Files.isRegularFile(path)
                || !Files.getAttribute(path, "unix:uid")
                        .equals(Files.getAttribute(DESCRIPTORS, "unix:uid", LinkOption.NOFOLLOW_LINKS))) {
            throw new IOException("expected a file of this user, found another at " + target);
        }
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            if (!fits.test(file.size())) {
                throw new IOException("expected the length of a ring, found " + file.size() + " bytes in " + target);
            }
            MappedByteBuffer memory = map(file);
            byte[] found = new byte[RingMemory.TOKEN_BYTES];
            memory.get(0, found);
            if (!MessageDigest.isEqual(found, token)) {
                throw new IOException("expected another ring than " + target);
            }
            return memory;
        }
    }

    private MappedByteBuffer map(FileChannel file) throws IOException {
        MappedByteBuffer bytes = file.map(FileChannel.MapMode.READ_WRITE, 0, file.size());
        mapped.add(new PhantomReference<>(bytes, unmapped));
        return bytes;
    }

    private void forgetUnmapped() {
        for (Reference<?> gone = unmapped.poll(); gone != null; gone = unmapped.poll()) {
            mapped.remove(gone);
        }
    }
}
