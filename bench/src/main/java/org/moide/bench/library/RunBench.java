package org.moide.bench.library;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.moide.Moide;
import org.moide.commlib.system.SystemTicker;

/**
 * Runs an application many times in one {@code Moide}. It measures the time of a run, and what many runs leave behind
 * in the child process and in the engines. Linux only: it reads {@code /proc}.
 */
public final class RunBench {
    private static final double MILLIS = 1e6;
    private static final Pattern HEAP =
            Pattern.compile("(?:ParOldGen|tenured generation|garbage-first heap).*?used (\\d+)K");
    private static final Pattern METASPACE = Pattern.compile("Metaspace\\s+used (\\d+)K");

    private RunBench() {}

    /**
     * Runs all measurements.
     *
     * @param words the number of runs, the number of engines, the application and its arguments
     */
    public static void main(String[] words) throws Exception {
        int runs = Integer.parseInt(words[0]);
        int engines = Integer.parseInt(words[1]);
        String application = words.length > 2 ? words[2] : EmptyBag.class.getName();
        String[] arguments =
                List.of(words).subList(Math.min(words.length, 3), words.length).toArray(String[]::new);
        SystemTicker ticker = new SystemTicker();
        System.out.println("| runs | last took, ms | median of the last tenth | process | heap after collection, KB"
                + " | metaspace, KB | threads | descriptors |\n|---|---|---|---|---|---|---|---|");
        try (Moide moide = Moide.builder().localEngines(engines).threads(1).build()) {
            List<Double> millis = new ArrayList<>();
            for (int count = 1; count <= runs; count++) {
                int run = count;
                long start = ticker.nanoTime();
                moide.run(application, arguments);
                millis.add((ticker.nanoTime() - start) / MILLIS);
                if (run == 1 || run == 2 || run == runs / 10 || run == runs / 2 || run == runs) {
                    ProcessHandle child =
                            ProcessHandle.current().children().findFirst().orElseThrow();
                    System.out.println(line(run, millis, "child", child));
                    child.children().forEach(engine -> System.out.println(line(run, millis, "engine", engine)));
                }
            }
        }
    }

    private static String line(int run, List<Double> millis, String name, ProcessHandle process) {
        List<Double> last = millis.subList(run - Math.max(1, run / 10), run).stream()
                .sorted()
                .toList();
        try {
            jcmd(process.pid(), "GC.run");
            String heap = jcmd(process.pid(), "GC.heap_info") + jcmd(process.pid(), "VM.metaspace");
            return String.format(
                    Locale.ROOT,
                    "| %d | %.1f | %.1f | %s %d | %s | %s | %d | %d |",
                    run,
                    millis.get(run - 1),
                    last.get(last.size() / 2),
                    name,
                    process.pid(),
                    found(HEAP, heap),
                    found(METASPACE, heap),
                    count(process.pid(), "task"),
                    count(process.pid(), "fd"));
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }

    private static String found(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group(1) : "?";
    }

    private static long count(long process, String what) throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc", Long.toString(process), what))) {
            return all.count();
        }
    }

    private static String jcmd(long process, String what) throws IOException {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        Process started = new ProcessBuilder(jcmd.toString(), Long.toString(process), what)
                .redirectErrorStream(true)
                .start();
        return new String(started.getInputStream().readAllBytes(), UTF_8);
    }
}
