package org.moide.coordinator.run;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.moide.engine.spmd.WholeFiles;

/**
 * A file system that all hosts share. If the process that writes a file is killed before the file is complete, the file
 * does not exist. A complete file survives everything. Used by one simulated thread at a time.
 */
final class SimulatedFiles {
    private final DiskHealth health;
    private final Map<Path, byte[]> files = new TreeMap<>();

    SimulatedFiles(DiskHealth health) {
        this.health = health;
    }

    /**
     * Returns this file system for one process.
     *
     * @param user lets simulated time pass while the process writes
     */
    WholeFiles usedBy(SimulatedDisk.Sleep user) {
        return new WholeFiles() {
            @Override
            public void write(Path file, List<ByteBuffer> content) throws IOException {
                health.spend(user);
                health.requireRoom();
                if (health.isFailing()) {
                    throw new IOException("Input/output error");
                }
                ByteBuffer all = ByteBuffer.allocate(
                        content.stream().mapToInt(ByteBuffer::remaining).sum());
                content.forEach(all::put);
                files.put(file, all.array());
            }

            @Override
            public byte @Nullable [] read(Path file) {
                health.spend(user);
                byte[] there = files.get(file);
                return there == null ? null : there.clone();
            }

            @Override
            public List<Path> list(Path folder) {
                List<Path> found = new ArrayList<>();
                for (Path file : files.keySet()) {
                    if (file.startsWith(folder) && !file.equals(folder)) {
                        Path entry = folder.resolve(folder.relativize(file).getName(0));
                        if (!found.contains(entry)) {
                            found.add(entry);
                        }
                    }
                }
                return found;
            }

            @Override
            public void delete(Path path) {
                files.remove(path);
            }
        };
    }
}
