package org.moide.bench.library;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.moide.classes.StaticFields;
import org.moide.commlib.system.SystemTicker;
import org.moide.engine.loading.ProgramCodec.Parts;

/**
 * Measures how long {@code submit} takes to read classes, which it does to find the static fields that a call uses.
 * Each named class stands for one call. The bench measures three times: in a JVM in which nothing is warm; then with
 * the same reader, which knows the classes by now; and last with a new reader, which knows no class yet. All methods of
 * a named class that interfaces outside of the jar declare are assumed to run.
 */
public final class StaticRuleBench {
    private static final double MICROS = 1e3;
    private static final double MILLIS = 1e6;

    private StaticRuleBench() {}

    /** A class loader of the jar's classes, which records when the bytes of each class are requested. */
    private static final class Noted extends URLClassLoader {
        private final SystemTicker ticker = new SystemTicker();
        private final List<Long> nanos = new ArrayList<>();

        Noted(URL jar) {
            super(new URL[] {jar}, StaticRuleBench.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                if (findLoadedClass(name) == null && findResource(name.replace('.', '/') + ".class") != null) {
                    return findClass(name);
                }
            }
            return super.loadClass(name, resolve);
        }

        @Override
        public @Nullable InputStream getResourceAsStream(String name) {
            nanos.add(ticker.nanoTime());
            return super.getResourceAsStream(name);
        }
    }

    /** A stand-in for a call. The bench tells the reader which classes the call has, so its content does not matter. */
    private record Call(Object anything) {}

    /**
     * Measures, and prints a table.
     *
     * @param words a jar, and the names of classes in it
     */
    public static void main(String[] words) throws IOException {
        try (Noted loader = new Noted(Path.of(words[0]).toUri().toURL())) {
            List<Parts> calls = Arrays.stream(words)
                    .skip(1)
                    .map(name -> parts(name, loader))
                    .collect(Collectors.toList());
            System.out.println(
                    "| calls | classes read | all, ms | for each class, ms | of these on a processor | the slowest,"
                            + " ms |\n|---|---|---|---|---|---|");
            StaticFields statics = new StaticFields(loader, Set.of());
            measure("in a cold JVM", statics, calls, loader);
            measure("once more", statics, calls, loader);
            for (int round = 0; round < 20; round++) {
                new StaticFields(loader, Set.of()).look(new Call(round), call -> calls.get(0));
            }
            measure("all classes anew in a warm JVM", new StaticFields(loader, Set.of()), calls, loader);
        }
    }

    private static Parts parts(String name, ClassLoader loader) {
        try {
            return new Parts(Set.of(Class.forName(name, false, loader)), Set.of());
        } catch (ClassNotFoundException none) {
            throw new IllegalArgumentException(none);
        }
    }

    private static void measure(String name, StaticFields statics, List<Parts> calls, Noted loader) {
        SystemTicker ticker = loader.ticker;
        loader.nanos.clear();
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long processor = threads.getCurrentThreadCpuTime();
        long start = ticker.nanoTime();
        calls.forEach(parts -> statics.look(new Call(parts), call -> parts));
        long end = ticker.nanoTime();
        processor = threads.getCurrentThreadCpuTime() - processor;
        List<Long> times = new ArrayList<>(loader.nanos);
        times.add(end);
        long slowest = 0;
        for (int index = 1; index < times.size(); index++) {
            slowest = Math.max(slowest, times.get(index) - times.get(index - 1));
        }
        int classes = loader.nanos.size();
        System.out.printf(
                "| %s | %,d | %.1f | %s | %.2f | %.2f |%n",
                name,
                classes,
                (end - start) / MILLIS,
                classes == 0
                        ? String.format("%.1f us for each call", (end - start) / MICROS / calls.size())
                        : String.format("%.2f", (end - start) / MILLIS / classes),
                processor / MILLIS / Math.max(1, classes),
                slowest / MILLIS);
    }
}
