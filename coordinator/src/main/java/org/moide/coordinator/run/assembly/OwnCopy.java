package org.moide.coordinator.run.assembly;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.run.session.RunFiles;
import org.moide.coordinator.run.session.RunPorts;

/**
 * The jars of MOIDE from which this process runs. If a daemon has another version of MOIDE, it starts this run's
 * engines from these jars. They are read only when the first such daemon is found. Thread-safe.
 */
public final class OwnCopy implements AutoCloseable {
    private final List<String> classPath;
    private final PackedFolders folders;
    private final int hosts;
    private final RunPorts ports;
    private @Nullable JarShipping shipping; // guarded by this object
    private boolean closed; // guarded by this object

    /**
     * Creates the object without reading the jars.
     *
     * @param classPath the class path of this process; an entry that does not exist is left out, as the JVM does
     * @param folders packs folders of classes
     * @param hosts the number of hosts that can copy files from each other; 0 if they cannot
     */
    public OwnCopy(List<String> classPath, PackedFolders folders, int hosts, RunPorts ports) {
        this.classPath = List.copyOf(classPath);
        this.folders = folders;
        this.hosts = hosts;
        this.ports = ports;
    }

    /**
     * Returns the object that ships these jars to daemons. Reads the jars at the first call.
     *
     * @throws PlanException if a jar cannot be read
     */
    synchronized JarShipping shipping() {
        if (closed) {
            throw new IllegalStateException("expected a run that goes on, found one that has ended");
        }
        JarShipping known = shipping;
        if (known == null) {
            List<Path> there =
                    classPath.stream().map(Path::of).filter(Files::exists).toList();
            known = new JarShipping(new ShippedApplication(there, RunFiles.NONE, folders), hosts, ports);
            shipping = known;
        }
        return known;
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (shipping != null) {
            shipping.close();
        }
    }
}
