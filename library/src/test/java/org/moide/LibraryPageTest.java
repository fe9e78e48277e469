package org.moide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.File;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.engine.Best;
import org.moide.engine.Report;
import org.moide.engine.SerializableCallable;
import org.moide.engine.Shared;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;

/** Tries that what docs/library.md shows is here, word by word, and runs. */
class LibraryPageTest {
    private static final Pattern SNIPPET = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    /** Counts primes; a task is a block of numbers. */
    public static final class Primes implements TaskApplication<Long, Long> {
        private static final int BLOCK = 1_000;

        @Override
        public void createTasks(TaskContext<Long> context) {
            long below = context.arguments().integer("--below", 1_000, 0, Integer.MAX_VALUE);
            for (long first = 0; first < below; first += BLOCK) {
                context.put(first);
            }
        }

        @Override
        public Long identity() {
            return 0L;
        }

        @Override
        public Long executeTask(Long first, TaskContext<Long> context) {
            long primes = 0;
            for (long number = first; number < first + BLOCK; number++) {
                primes += isPrime(number) ? 1 : 0;
            }
            return primes;
        }

        private static boolean isPrime(long number) {
            for (long factor = 2; factor * factor <= number; factor++) {
                if (number % factor == 0) {
                    return false;
                }
            }
            return number > 1;
        }

        @Override
        public Long merge(Long left, Long right) {
            return left + right;
        }

        @Override
        public void handleResults(Long primes, Report report) {
            report.put("primes", primes);
            report.print("counted");
        }
    }

    private final List<Long> shown = new ArrayList<>();

    private void show(long primes) {
        shown.add(primes);
    }

    @Test
    void shouldShowWhatIsTriedHere() throws Exception {
        String here = squeezed(Files.readString(Path.of("src/test/java/org/moide/LibraryPageTest.java")));
        String page = Files.readString(Path.of("..", "docs", "library.md"));
        List<String> snippets =
                SNIPPET.matcher(page).results().map(MatchResult::group).toList();
        assertThat(snippets).hasSize(22);
        for (String snippet : snippets) {
            assertThat(here).contains(squeezed(snippet.replace("```java\n", "").replace("```", "")));
        }
    }

    private static String squeezed(String source) {
        return source.replaceAll("\\s+", " ").strip();
    }

    @Test
    void shouldRunAnApplication() throws Exception {
        try (Moide moide = Moide.local()) {
            RunResult result = moide.run(Primes.class, "--below", "100000");
            long primes = result.value("primes", Long.class);
            show(primes);
        }
        assertThat(shown).containsExactly(9_592L);
    }

    @Test
    void shouldLimitCalls(@TempDir File folder) throws Exception {
        try (Moide moide = Moide.local();
                MoideExecutor executor = moide.executor()) {
            File order = new File(folder, "order-4711");
            CallOptions careful = CallOptions.with().once().timeLimit(Duration.ofSeconds(30));
            Future<Boolean> placed = executor.submit(() -> order.createNewFile(), careful);
            Future<Long> soon = executor.submit(
                    () -> count(0, 1_000), CallOptions.with().priority(5).tries(1));
            show(soon.get());
            show(placed.get() ? 1 : 0);
        }
        assertThat(shown).containsExactly(168L, 1L);
    }

    @Test
    @Tag("full") // MoideTest runs in engines of their own in the default build
    void shouldRunWhereItIsTold() throws Exception {
        Moide moide = Moide.builder()
                .localEngines(2)
                .threads(1)
                .strategy("guided")
                .option("--task-tries", "5")
                .build();
        try (moide) {
            RunResult result = moide.run(Primes.class, "--below", "1000");
            assertThat(result.value("primes", Long.class)).isEqualTo(168);
            assertThat(result.report()).contains("\"id\": 1");
        }
    }

    @Test
    @Tag("full") // MoideTest runs several at once, ends one and hears it in the default build
    void shouldRunSeveralAndEndThem() throws Exception {
        List<String> heard = Collections.synchronizedList(new ArrayList<>());
        Moide moide = Moide.builder()
                .listener(new RunListener() {
                    @Override
                    public void line(String application, String line) {
                        heard.add(line);
                    }
                })
                .build();
        try (moide) {
            CompletableFuture<RunResult> first = moide.start(Primes.class, "--below", "1000");
            CompletableFuture<RunResult> second = moide.start(Primes.class, "--below", "2000");
            long both = first.join().value("primes", Long.class) + second.join().value("primes", Long.class);
            assertThat(both).isEqualTo(168 + 303);
            assertThat(heard).containsExactly("counted", "counted");

            CompletableFuture<RunResult> late =
                    moide.start(Primes.class, "--below", "2000000000").orTimeout(1, TimeUnit.SECONDS);
            assertThatThrownBy(late::join)
                    .isInstanceOf(CompletionException.class)
                    .hasCauseInstanceOf(TimeoutException.class);
            shouldWatchARun(moide);
        }
    }

    private void shouldWatchARun(Moide moide) throws InterruptedException {
        BlockingQueue<String> bar = new LinkedBlockingQueue<>();
        RunFuture run = moide.start(Primes.class, "--below", "2000000000");
        run.events().subscribe(new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                subscription.request(Long.MAX_VALUE);
            }

            @Override
            public void onNext(RunEvent event) {
                if (event instanceof RunEvent.Progress progress) {
                    bar.add(progress.done() + " of " + progress.known() + " " + progress.unit());
                }
            }

            @Override
            public void onError(Throwable never) {}

            @Override
            public void onComplete() {
                bar.add("over");
            }
        });
        assertThat(bar.take()).matches("\\d+ of \\d+ tasks");
        assertThat(bar.take()).matches("\\d+ of \\d+ tasks");
        run.cancel(true);
        String last = bar.take();
        while (!last.equals("over")) {
            last = bar.take();
        }
    }

    private static long count(long from, long to) {
        return LongStream.range(from, to).filter(Primes::isPrime).count();
    }

    @Test
    @Tag("full") // ExecutorTest runs calls on two engines in the default build
    void shouldRunCalls() throws Exception {
        try (Moide moide = Moide.builder().localEngines(2).build();
                MoideExecutor executor = moide.executor()) {
            Future<Long> one = executor.submit(() -> count(1, 1_000));
            List<SerializableCallable<Long>> calls = new ArrayList<>();
            for (long first = 0; first < 100_000; first += 1_000) {
                long from = first;
                calls.add(() -> count(from, from + 1_000));
            }
            long primes = 0;
            for (Future<Long> each : executor.invokeAll(calls)) {
                primes += each.get();
            }
            show(one.get());
            show(primes);
        }
        assertThat(shown).containsExactly(168L, 9_592L);
    }

    private static int[] smallestFactors(int below) {
        int[] factors = new int[below];
        for (int number = 2; number < below; number++) {
            for (int multiple = number; multiple < below; multiple += number) {
                factors[multiple] = factors[multiple] == 0 ? number : factors[multiple];
            }
        }
        return factors;
    }

    @Test
    void shouldShareAValue() {
        try (Moide moide = Moide.local();
                MoideExecutor executor = moide.executor()) {
            Shared<int[]> factors = executor.share(smallestFactors(100_000));
            List<Integer> numbers = IntStream.range(2, 100_000).boxed().toList();
            try (Stream<Integer> primes =
                    executor.map(numbers, number -> factors.value()[number] == number ? number : 0)) {
                show(primes.filter(prime -> prime > 0).count());
            }
        }
        assertThat(shown).containsExactly(9_592L);
    }

    @Test
    void shouldStartCalls() {
        try (Moide moide = Moide.local();
                MoideExecutor executor = moide.executor()) {
            CompletableFuture<String> text =
                    executor.start(() -> count(0, 100)).thenApply(primes -> primes + " primes");
            assertThat(text.join()).isEqualTo("25 primes");
        }
    }

    @Test
    void shouldMapAndReduce() {
        try (Moide moide = Moide.local()) {
            List<Long> starts =
                    LongStream.range(0, 100).map(block -> block * 1_000).boxed().toList();
            try (Stream<Long> counts = moide.map(starts, first -> count(first, first + 1_000))) {
                show(counts.limit(3).mapToLong(Long::longValue).sum());
            }
            long primes = moide.reduce(starts, first -> count(first, first + 1_000), Long::sum)
                    .orElse(0L);
            show(primes);
        }
        assertThat(shown).containsExactly(430L, 9_592L);
    }

    static int words(String folder, int block) throws IOException {
        return Files.readString(Path.of(folder, "text-" + block)).split(" ").length;
    }

    @Test
    void shouldReduceARange(@TempDir Path texts) throws Exception {
        for (int block = 0; block < 100; block++) {
            Files.writeString(texts.resolve("text-" + block), "word ".repeat(1 + block * 37 % 100));
        }
        String folder = texts.toString();
        try (Moide moide = Moide.builder().serializeAlways().build();
                MoideExecutor executor = moide.executor()) {
            int most = executor.reduce(0, 100, block -> words(folder, block), Math::max)
                    .orElse(0);
            show(most);
            assertThatThrownBy(() -> executor.reduce(0, 101, block -> words(folder, block), Math::max))
                    .isInstanceOf(CompletionException.class)
                    .hasCauseInstanceOf(NoSuchFileException.class);
        }
        assertThat(shown).containsExactly(100L);
    }

    @Test
    void shouldTakeResultsAsTheyCome() throws Exception {
        try (Moide moide = Moide.local();
                MoideExecutor executor = moide.executor()) {
            ExecutorCompletionService<Long> answers = new ExecutorCompletionService<>(executor);
            for (long first = 0; first < 10_000; first += 1_000) {
                long from = first;
                SerializableCallable<Long> call = () -> count(from, from + 1_000);
                answers.submit(call);
            }
            long primes = 0;
            for (int done = 0; done < 10; done++) {
                primes += answers.take().get(); // the next that is done
            }
            show(primes);
            List<Long> free = executor.onEachEngine(() -> Runtime.getRuntime().freeMemory())
                    .get();
            show(free.size());
        }
        assertThat(shown).containsExactly(1_229L, 1L);
    }

    record Item(int weight, int value) implements Serializable {}

    static void pack(List<Item> items, int next, int room, int value, Best<Integer> best) {
        best.offer(value);
        if (next == items.size() || value + bound(items, next, room) <= best.get()) {
            return; // no way from here is better than the best that is known
        }
        Item item = items.get(next);
        int less = room - item.weight();
        if (less >= 0 && next < 8) { // nobody waits: a call is done when those are done that it has submitted
            MoideExecutor.current().submit(() -> pack(items, next + 1, less, value + item.value(), best));
        } else if (less >= 0) {
            pack(items, next + 1, less, value + item.value(), best);
        }
        pack(items, next + 1, room, value, best);
    }

    static int bound(List<Item> items, int next, int room) { // items are in the order of value for weight
        double value = 0;
        int left = room;
        for (int i = next; i < items.size() && left > 0; i++) {
            int weight = Math.min(left, items.get(i).weight());
            value += items.get(i).value() * (double) weight / items.get(i).weight();
            left -= weight;
        }
        return (int) value;
    }

    /** Returns the optimum by dynamic programming. */
    private static int optimum(List<Item> items, int room) {
        int[] most = new int[room + 1];
        for (Item item : items) {
            for (int left = room; left >= item.weight(); left--) {
                most[left] = Math.max(most[left], most[left - item.weight()] + item.value());
            }
        }
        return most[room];
    }

    @Test
    void shouldSearchByBranchAndBound() throws Exception {
        Random random = new Random(7);
        List<Item> items = IntStream.range(0, 40)
                .mapToObj(number -> new Item(10 + random.nextInt(60), 10 + random.nextInt(60)))
                .sorted(Comparator.comparingDouble(item -> -item.value() / (double) item.weight()))
                .toList();
        for (Moide moide :
                List.of(Moide.local(), Moide.builder().serializeAlways().build())) {
            try (moide;
                    MoideExecutor executor = moide.executor()) {
                Best<Integer> best = executor.best(0, Comparator.reverseOrder()); // the greatest
                executor.submit(() -> pack(items, 0, 500, 0, best)).get();
                show(best.get());
            }
        }
        assertThat(shown).containsExactly((long) optimum(items, 500), (long) optimum(items, 500));
    }

    private static long sequential(int n) {
        return n < 2 ? n : sequential(n - 1) + sequential(n - 2);
    }

    static long fibonacci(int n) throws Exception {
        if (n < 24) {
            return sequential(n);
        }
        Future<Long> left = MoideExecutor.current().submit(() -> fibonacci(n - 1));
        return fibonacci(n - 2) + left.get();
    }

    static long queens(int n, int row, int columns, int down, int up) throws Exception {
        if (row == n) {
            return 1;
        }
        long solutions = 0;
        List<Future<Long>> calls = new ArrayList<>();
        for (int free = (1 << n) - 1 & ~(columns | down | up); free != 0; free &= free - 1) {
            int place = free & -free;
            int nextColumns = columns | place;
            int nextDown = (down | place) << 1;
            int nextUp = (up | place) >> 1;
            if (row < 3) {
                calls.add(MoideExecutor.current().submit(() -> queens(n, row + 1, nextColumns, nextDown, nextUp)));
            } else {
                solutions += queens(n, row + 1, nextColumns, nextDown, nextUp);
            }
        }
        for (Future<Long> call : calls) {
            solutions += call.get();
        }
        return solutions;
    }

    static int[] sorted(int[] values) throws Exception {
        if (values.length < 1_000) {
            return IntStream.of(values).sorted().toArray();
        }
        int pivot = values[values.length / 2];
        int[] less = IntStream.of(values).filter(value -> value < pivot).toArray();
        int[] more = IntStream.of(values).filter(value -> value > pivot).toArray();
        Future<int[]> left = MoideExecutor.current().submit(() -> sorted(less));
        int[] right = sorted(more);
        int[] all = new int[values.length];
        Arrays.fill(all, pivot);
        System.arraycopy(left.get(), 0, all, 0, less.length);
        System.arraycopy(right, 0, all, all.length - right.length, right.length);
        return all;
    }

    private static double trapezoid(double from, double to) {
        return (Math.sqrt(from) + Math.sqrt(to)) / 2 * (to - from);
    }

    static double integral(double from, double to, double whole) throws Exception {
        double middle = (from + to) / 2;
        double left = trapezoid(from, middle);
        double right = trapezoid(middle, to);
        if (Math.abs(left + right - whole) < 1e-9) {
            return left + right;
        }
        if (to - from < 0.01) { // too little for a call of its own
            return integral(from, middle, left) + integral(middle, to, right);
        }
        Future<Double> half = MoideExecutor.current().submit(() -> integral(from, middle, left));
        return integral(middle, to, right) + half.get();
    }

    @Test
    void shouldRunCallsThatMakeCalls() throws Exception {
        try (Moide moide = Moide.builder().serializeAlways().build();
                MoideExecutor executor = moide.executor()) {
            long value = executor.submit(() -> fibonacci(30)).get();
            show(value);
            show(executor.submit(() -> queens(8, 0, 0, 0, 0)).get());
            int[] values = new Random(1).ints(20_000).toArray();
            assertThat(executor.submit(() -> sorted(values)).get())
                    .isEqualTo(IntStream.of(values).sorted().toArray());
            double area = executor.submit(() -> integral(0, 1, trapezoid(0, 1))).get();
            assertThat(area).isCloseTo(2.0 / 3, within(1e-6));
        }
        assertThat(shown).containsExactly(832_040L, 92L);
    }
}
