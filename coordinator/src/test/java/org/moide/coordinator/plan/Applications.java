package org.moide.coordinator.plan;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.moide.engine.Application;
import org.moide.engine.ComputeThread;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;
import org.moide.engine.WorkerApplication;
import org.moide.engine.WorkerContext;
import org.moide.engine.WorkerSetup;

/**
 * Applications of many kinds for tests, and jars that are made of them. The class is public because tests of other
 * packages also run them.
 */
public final class Applications {
    private Applications() {}

    /** A valid application. */
    public static final class Good implements Application {
        @Override
        public String summary() {
            return "does nothing, well";
        }

        @Override
        public String usage() {
            return "  --often n   how often\n";
        }

        @Override
        public void run(ComputeThread self) {}
    }

    /** Another valid application. */
    public static class Second implements Application {
        @Override
        public void run(ComputeThread self) {}
    }

    /** An application with a strategy of its own. */
    public static final class WithStrategy extends Second {
        @Override
        public String strategy() {
            return "S1";
        }
    }

    /** An application whose strategy is none for tasks. */
    public static final class WithUnknownStrategy extends Second {
        @Override
        public String strategy() {
            return "rotate";
        }
    }

    /** An application that is not public. */
    static final class Hidden implements Application {
        @Override
        public void run(ComputeThread self) {}
    }

    /** An application whose constructor has a parameter. */
    public static final class NeedsMore implements Application {
        public NeedsMore(int more) {
            if (more < 0) {
                throw new IllegalArgumentException("expected more, found " + more);
            }
        }

        @Override
        public void run(ComputeThread self) {}
    }

    /** A class that is not an application. */
    public static final class Stranger {}

    /** An abstract application. */
    public abstract static class Half implements Application {}

    /** An application of workers that creates no workers. */
    public static final class Workers implements WorkerApplication<String, String, Long> {
        @Override
        public void begin(WorkerSetup<String> setup) {}

        @Override
        public String state(long worker, WorkerContext<String, String> context) {
            return "new";
        }

        @Override
        public void handle(String task, WorkerContext<String, String> context) {}

        @Override
        public Long result(long worker, String state) {
            return worker;
        }

        @Override
        public Long merge(Long left, Long right) {
            return left + right;
        }

        @Override
        public void handleResults(Long result, Report report) {}
    }

    /** A bag of tasks that puts no tasks. */
    public static final class Bag implements TaskApplication<String, Long> {
        @Override
        public void createTasks(TaskContext<String> context) {}

        @Override
        public Long identity() {
            return 0L;
        }

        @Override
        public Long executeTask(String task, TaskContext<String> context) {
            return 0L;
        }

        @Override
        public Long merge(Long left, Long right) {
            return left + right;
        }

        @Override
        public void handleResults(Long result, Report report) {}
    }

    /** An SPMD application with tasks. Its threads get the tasks through another class, {@link Taker}. */
    public static final class Farm implements Application {
        @Override
        public void run(ComputeThread self) {
            Taker.take(self);
        }

        /** The class that fetches the tasks of {@link Farm}. */
        public static final class Taker {
            private Taker() {}

            static void take(ComputeThread self) {
                self.getTask();
            }
        }
    }

    /** An SPMD application whose threads save their states. */
    public static final class Saving implements Application {
        @Override
        public void run(ComputeThread self) {
            self.checkpoint(self.restore(() -> "state"));
        }
    }

    /**
     * Writes a jar of these classes.
     *
     * @param mainClass the main class in the manifest
     * @param classPath the class path in the manifest
     * @param index the content of the index of samples
     */
    public static Path jar(Path file, String mainClass, String classPath, String index, Class<?>... classes)
            throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (!mainClass.isEmpty()) {
            manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, mainClass);
        }
        if (!classPath.isEmpty()) {
            manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
        }
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out, manifest)) {
            for (Class<?> each : classes) {
                String name = each.getName().replace('.', '/') + ".class";
                jar.putNextEntry(new JarEntry(name));
                try (InputStream in = Applications.class.getClassLoader().getResourceAsStream(name)) {
                    in.transferTo(jar);
                }
            }
            if (!index.isEmpty()) {
                jar.putNextEntry(new JarEntry(SampleIndex.RESOURCE));
                jar.write(index.getBytes(StandardCharsets.UTF_8));
            }
        }
        return file;
    }
}
