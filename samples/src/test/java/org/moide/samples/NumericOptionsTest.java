package org.moide.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.moide.engine.Arguments;
import org.moide.engine.Program;
import org.moide.engine.UsageException;

/**
 * Tests that each sample refuses a number that it cannot use, before anything starts, with a message of one line that
 * names the option.
 */
class NumericOptionsTest {
    private static final List<String> NEVER_A_NUMBER = List.of("", "x", "1x", "NaN", "Infinity", "-Infinity", "1e999");

    /** The options whose values are words or names of files. This test ignores them. */
    private static final Set<String> WORDS = Set.of(
            "--shading",
            "--scene",
            "--output",
            "--task-log",
            "--picture",
            "--vectors",
            "--scores",
            "--pairs",
            "--input",
            "--frames",
            "--film",
            "--model",
            "--class",
            "--decomposition",
            "--matrix",
            "--rhs",
            "--pattern",
            "--function",
            "--load",
            "--tree",
            "--fitness",
            "--tsp",
            "--a",
            "--b",
            "--out",
            "--read",
            "--type",
            "--shape",
            "--start",
            "--mode");

    /** The options without a value. This test ignores them. */
    private static final Set<String> FLAGS = Set.of(
            "--check", "--checkpoint-cost", "--compare", "--asynchronous", "--cold", "--warm-up", "--quadrupoles");

    /**
     * The options that have a number as value. Each line has the sample, the option, and numbers out of its range,
     * which the sample must refuse.
     */
    private static final String TABLE = """
            alignments | --sequences        | 0 -1 1000001
            alignments | --length           | 0 -1 1000001
            alignments | --seed             | 99999999999999999999
            alignments | --block            | 0 -1 100001
            alignments | --match            | 0 -1 1001
            alignments | --mismatch         | 0 1 -1001
            alignments | --gap-open         | -1 1001
            alignments | --gap-extend       | 0 -1 1001
            ants       | --size             | 0 480 0x5 5x0 480x 100000x5 99999x99999
            ants       | --regions          | 0 8 0x5 481x1 8x
            ants       | --ants             | 0 -1 100000001
            ants       | --steps            | -1 100000001
            ants       | --sources          | 0 -1 1001
            ants       | --seed             | 99999999999999999999
            ants       | --frame-every      | 0 -1 100000001
            blockmatch | --frames           | 0 1 -1 1000001
            blockmatch | --size             | 0 720 0x5 5x0 720x 100000x5
            blockmatch | --range            | -1 1001
            blockmatch | --block            | 0 -1 1001
            blockmatch | --seed             | 99999999999999999999
            blockmatch | --picture-frame    | 0 -1 1000001
            cg         | --iterations       | 0 -1 1000001 99999999999999999999
            cg         | --warm-up-limit    | -1 3601
            cg         | --tolerance        | 0 -1 1.1
            genetic    | --individuals      | 0 -1 10000001
            genetic    | --islands          | 0 -1 201
            genetic    | --slice            | 0 -1 1000001
            genetic    | --migrate-every    | 0 -1 1000001
            genetic    | --migrants         | -1 1000001
            genetic    | --genes            | 0 -1 1000001
            genetic    | --range            | 1 1:1 2:1 1:NaN a:b -1e101:1
            genetic    | --generations      | 0 -1 1000001
            genetic    | --fitness-ms       | -1 1e9 5:1 -1:5 1:NaN 1:
            genetic    | --seed             | 99999999999999999999
            matmul     | --size             | 0 -1 20001
            matmul     | --rows             | 0 -1 20001
            mandelbrot | --size             | 1 -1 4001
            mandelbrot | --bands            | 0 -1 4001
            mandelbrot | --passes           | 0 -1 25
            mandelbrot | --limit            | 0 -1 1000001
            matmul     | --seed             | 99999999999999999999
            nbody      | --bodies           | 0 -1 50000001
            nbody      | --steps            | -1 10000001
            nbody      | --theta            | -0.1 1.1
            nbody      | --dt               | 0 -1 1e9
            nbody      | --eps              | 0 -1 1e10
            nbody      | --seed             | 99999999999999999999
            nbody      | --rebalance        | 0.9 -1 1e7
            nbody      | --frame-every      | 0 -1
            nbody      | --checkpoint-every | 0 -1
            nbody      | --warm-up-limit    | -1 3601
            pi         | --steps            | 0 -1 1000000000001
            pi         | --tasks            | 0 -1 1000001
            quadrature | --tolerance        | -1
            quadrature | --intervals        | 0 -1 1000001
            quadrature | --bundle           | 0 -1 100000001
            queens     | --size             | 0 -1 21
            queens     | --prefix           | -1 7
            radiosity  | --accuracy         | 0 -1 2
            radiosity  | --smallest         | 0 -1 1e10
            radiosity  | --rest             | 0 -1 2
            radiosity  | --passes           | 0 -1 10001
            radiosity  | --checkpoint-every | -1 10001
            radiosity  | --warm-up          | -1 1001
            raytrace   | --width            | 0 -1 16385
            raytrace   | --height           | 0 -1 16385
            raytrace   | --samples          | 0 -1 17
            raytrace   | --depth            | -1 65
            raytrace   | --block            | 0 -1 4097
            raytrace   | --samples-path     | 0 -1 1000001
            raytrace   | --adaptive         | 0 -1 256
            raytrace   | --warm-up          | -1 601
            servers    | --accesses         | 0 -1 1000000001
            servers    | --partitions       | 0 -1 100001
            servers    | --clients          | 0 -1 10001
            servers    | --keys             | 0 99 -1 10000001
            servers    | --zipf             | -0.1 11
            servers    | --hot-moves        | -1 1000001
            servers    | --cost             | -1 10000001
            servers    | --window           | 0 -1 1000001
            servers    | --seed             | 99999999999999999999
            stencil    | --size             | 0 -1 30001
            stencil    | --steps            | -1 100000001
            stencil    | --wave             | 0 -1 1001
            stencil    | --checkpoint-every | 0 -1
            strips     | --size             | 0 -1 10001
            strips     | --steps            | -1 100000001
            strips     | --wave             | 0 -1 1001
            strips     | --strips           | 0 -1 1001
            taskbench  | --width            | 0 -1 1000001
            taskbench  | --radix            | 0 -1 1001
            taskbench  | --period           | 0 -1 1001
            taskbench  | --output-bytes     | 0 -1 15 4097
            taskbench  | --milliseconds     | 0 -1 60001
            tsp        | --time-limit       | 0 -1 1e10
            uts        | --depth            | 0 -1 100001
            uts        | --b0               | -1 1e7
            uts        | --seed             | -1
            uts        | --q                | -1 2
            uts        | --m                | -1 101
            uts        | --bundle           | 0 -1
            uts        | --split            | 1 -1
            uts        | --warm-up          | -1 3601
            """;

    /** For each option that has an effect only together with another option: that other option, which the test adds. */
    private static final Map<String, String> COMPANIONS = Map.of(
            "uts --q", "--type=bin",
            "uts --m", "--type=bin",
            "cg --tolerance", "--matrix=none.mtx",
            "ants --frame-every", "--frames=f",
            "nbody --frame-every", "--film=f.png",
            "blockmatch --picture-frame", "--picture=f.png",
            "genetic --migrate-every", "--islands=4",
            "genetic --migrants", "--islands=4",
            "servers --window", "--asynchronous");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            alignments --sequences 5 --input f       | --sequences: expected without --input
            alignments --length 5 --input f          | --length: expected without --input
            alignments --seed 5 --input f            | --seed: expected without --input
            ants --frame-every 5                     | --frame-every: expected with --frames or --film
            blockmatch --size 64x64 --input f.y4m    | --size: expected without --input
            blockmatch --seed 5 --input f.y4m        | --seed: expected without --input
            blockmatch --picture-frame 2             | --picture-frame: expected with --picture
            genetic --migrate-every 5                | --migrate-every: expected with --islands above 1
            genetic --migrants 1 --islands 1         | --migrants: expected with --islands above 1
            genetic --slice 5 --islands 2            | --slice: expected without --islands
            genetic --load sleep                     | --load: expected with --fitness-ms
            matmul --out x.npy                       | --out: expected with --a or --b
            matmul --read one                        | --read: expected with --a or --b
            nbody --frame-every 5                    | --frame-every: expected with --frames or --film
            nbody --bodies 5 --input f               | --bodies: expected without --input
            nbody --model plummer --input f          | --model: expected without --input
            nbody --seed 5 --input f                 | --seed: expected without --input
            radiosity --output none --shading gathered | --shading: expected without --output
            raytrace --samples 2 --samples-path 9    | --samples-path: expected it without --samples
            servers --window 5                       | --window: expected with --asynchronous
            uts --tree T1 --b0 4                     | --tree T1 says all about the tree: leave out --b0
            """)
    void shouldRefuseWhatHasNoEffectBesideTheOthers(String words, String message) throws Exception {
        List<String> said = List.of(words.split(" "));
        assertThatThrownBy(() -> program(said.get(0)).check(new Arguments(said.subList(1, said.size()))))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith(message)
                .hasMessageNotContaining("\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = TABLE)
    void shouldSayInOneLineWhatIsExpectedWhenANumberIsNone(String sample, String option, String values)
            throws Exception {
        Program program = program(sample);
        List<String> all = new ArrayList<>(NEVER_A_NUMBER);
        all.addAll(List.of(values.split(" ")));
        for (String value : all) {
            List<String> words = new ArrayList<>(List.of(option + "=" + value));
            words.addAll(
                    List.of(COMPANIONS.getOrDefault(sample + " " + option, "").split(" ")));
            words.remove("");
            assertThatThrownBy(() -> program.check(new Arguments(words)))
                    .as("%s %s=%s", sample, option, value)
                    .isInstanceOf(UsageException.class)
                    .hasMessageStartingWith(option + ": expected ")
                    .hasMessageContaining("found ")
                    .hasMessageNotContaining("\n");
        }
    }

    @Test
    void shouldTryEveryOptionThatASampleNames() throws Exception {
        for (String sample : samples().stringPropertyNames()) {
            Set<String> named = new TreeSet<>();
            Matcher matcher = Pattern.compile("(?m)^\\s*(--[a-z0-9-]+)")
                    .matcher(program(sample).usage());
            while (matcher.find()) {
                named.add(matcher.group(1));
            }
            named.removeAll(WORDS);
            named.removeAll(FLAGS);
            assertThat(tried(sample)).as(sample).containsAll(named);
        }
    }

    private static List<String> tried(String sample) {
        return Stream.of(TABLE.split("\n"))
                .map(line -> line.split("\\|"))
                .filter(row -> row[0].strip().equals(sample))
                .map(row -> row[1].strip())
                .toList();
    }

    private static Program program(String sample) throws Exception {
        String name = Objects.requireNonNull(samples().getProperty(sample), sample);
        return Class.forName(name)
                .asSubclass(Program.class)
                .getDeclaredConstructor()
                .newInstance();
    }

    private static Properties samples() throws Exception {
        Properties samples = new Properties();
        try (InputStream in = NumericOptionsTest.class.getResourceAsStream("/META-INF/moide/samples.properties")) {
            samples.load(Objects.requireNonNull(in));
        }
        return samples;
    }
}
