package org.moide.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.coordinator.plan.SampleIndex;

/**
 * Tests senseless command lines. Each must be refused with exit code 2 before anything starts, in one or two lines that
 * say what was expected, without texts of a library or of Java. The commands are real, not simulated.
 */
class WrongWordsTest {
    /** The pattern of texts that a user must never see. */
    private static final Pattern FOREIGN = Pattern.compile(
            "Exception|java\\.|[Gg]son|picocli|Input length|\tat |fault of MOIDE|\\bnull\\b|BEGIN_|an int");

    @TempDir
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeEach
    void makeFiles() throws IOException {
        byte[] noise = new byte[2_000];
        new SplittableRandom(4711).nextBytes(noise);
        Files.write(folder.resolve("binary"), noise);
        Files.write(folder.resolve("binary.json"), noise);
        Files.write(folder.resolve("zeros"), new byte[2_000]);
        Files.write(folder.resolve("latin1"), "n\u00f6de\n".getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
        Files.writeString(folder.resolve("text"), "hello\n");
        Files.writeString(folder.resolve("empty"), "");
        Files.writeString(folder.resolve("cut.json"), "{\"format\": ");
        Files.writeString(folder.resolve("text.json"), "x y z");
        Files.writeString(folder.resolve("array.json"), "[1, 2]");
        Files.writeString(folder.resolve("other.json"), "{\"a\": 1}");
        Files.writeString(folder.resolve("type.json"), "{\"format\": \"moide-workload-1\", \"parents\": \"x\"}");
        Files.writeString(folder.resolve("huge.json"), "{\"format\": \"moide-workload-1\", \"nanos\": [1e30]}");
        Files.createDirectory(folder.resolve("folder"));
        Files.createDirectory(folder.resolve("folder.json"));
    }

    /** Command lines that must be refused. {@code @} stands for the folder with the files above. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            run --engine-memory 1m hello                 | --engine-memory: expected at least 32m, found 1m
            run --engine-memory 5 hello                  | --engine-memory: expected at least 32m, found 5
            run --engine-memory 999t hello               | --engine-memory: expected at most what this machine has
            run --engine-memory 99999999t hello          | --engine-memory: expected a size such as 512m or 2g
            run --engine-memory x hello                  | --engine-memory: expected a size such as 512m or 2g, found 'x'
            bench comm --engine-memory 999t              | --engine-memory: expected at most what this machine has
            run --jvm-arg=-Xbogus --local-engines 2 hello | --jvm-arg: Java does not start with -Xbogus: Unrecognized option: -Xbogus
            run --jvm-arg=-Xmx1k --local-engines 2 hello  | --jvm-arg: Java does not start with -Xmx1k: Too small maximum heap
            run --jvm-arg=-agentlib:nope --local-engines 2 hello | Could not find agent library nope
            run --jvm-arg=-version --local-engines 2 hello | --jvm-arg: expected an option of java such as -Xss2m, found '-version'
            run --jvm-arg=foo --local-engines 2 hello    | --jvm-arg: expected an option of java
            advise @/cut.json                            | expected a workload in JSON
            advise @/text.json                           | expected a workload in JSON
            advise @/array.json                          | expected a workload in JSON
            advise @/type.json                           | line 1, column 4
            advise @/huge.json                           | expected a workload in JSON
            advise @/other.json                          | expected "format"
            advise @/binary.json                         | cannot read the workload
            advise @/folder.json                         | cannot read the workload
            advise @/none.json                           | there is none
            advise skewed --plot @/x.txt                 | --plot: expected a file name that ends in .svg or .png
            advise skewed --plot /proc/x.svg             | --plot: expected a file that can be written
            advise skewed --members x                    | --members: expected a whole number, found 'x'
            advise skewed --powers 1,x                   | --powers: expected a number, found 'x'
            advise skewed --latency NaN                  | --latency: expected microseconds
            simulate --workload @/array.json             | expected a workload in JSON
            simulate --latency 1e300                     | --latency: expected microseconds
            simulate --handling 1e300                    | --handling: expected microseconds
            simulate --bandwidth 1e-300                  | --bandwidth: expected megabytes per second
            simulate --seed x                            | --seed: expected a whole number, found 'x'
            simulate --strategy-file @/binary            | --strategy-file: cannot read
            simulate --strategy-file /dev/zero           | --strategy-file: cannot read
            simulate --strategy-file @/folder            | --strategy-file: cannot read
            run --strategy-file @/binary uts             | --strategy-file: cannot read
            run --strategy-file @/latin1 uts             | has no parameter "nöde"
            run --hostfile @/binary hello                | it is no text in UTF-8
            run --hostfile @/zeros hello                 | it is no text in UTF-8
            run --hostfile @/folder hello                | --hostfile: expected a text file of hosts
            run --hostfile @/empty hello                 | expected a host on at least one line
            run --hostfile /dev/zero hello               | --hostfile: expected a text file of hosts
            hosts --hostfile @/binary                    | it is no text in UTF-8
            hosts --hosts ::1                            | write an IPv6 address in brackets: [::1]
            hosts --hosts a,fe80::1:7101                 | write an IPv6 address in brackets
            run --comm-profile @/binary hello            | it is no text in UTF-8
            run --comm-profile @/folder hello            | --comm-profile: expected a file
            run --comm-profile /dev/zero hello           | --comm-profile: expected a file
            run --report /proc/x hello                   | --report: expected a file that can be written
            run --report @/text/x hello                  | --report: expected a file name in a folder that exists
            run --report @/folder hello                  | --report: expected a file name in a folder that exists, found the folder
            run --report @/x.json --trace @/x.json hello | --trace: expected another file than --report, found
            run --output-filename @/text/x hello         | --output-filename: cannot make the folder
            run --record-workload /proc/x.json uts       | --record-workload: expected a file that can be written
            run --threads x hello                        | --threads: expected a whole number, found 'x'
            run --threads 99999999999 hello              | --threads: expected a whole number up to 2147483647, found '99999999999'
            run --threads -99999999999 hello             | --threads: expected a whole number from -2147483648 on, found '-99999999999'
            simulate --seed 99999999999999999999         | --seed: expected a whole number up to 9223372036854775807, found
            run --threads 2 --threads 3 hello            | --threads: expected it once, found it twice
            run --progress --no-progress hello           | --progress: expected it once, found it twice
            run --classpath= hello                       | --classpath: expected <path>, found ''
            run --report= hello                          | --report: expected <file>, found ''
            run --report @/x.html hello                  | --report: expected a file for JSON, such as report.json, found
            run --page 8080 hello                        | --page: expected its value behind '=': --page=8080, found it as the application's name
            run --metrics 70000 hello                    | --metrics: expected a port
            --threads 2 run hello                        | unknown option '--threads': a command's options stand behind it, as in 'moide run --threads 4 cg'
            --hlep                                       | unknown option '--hlep': did you mean --help?
            replay @/text                                | which is neither
            monitor --silence 0                          | --silence: expected seconds above 0, found 0.0
            run --checkpoint-share x hello               | --checkpoint-share: expected a number, found 'x'
            run --progress=maybe hello                   | --progress: expected true or false, found 'maybe'
            run --bogus hello                            | unknown option '--bogus'
            run -n 4 hello                               | unknown option '-n': for engines, say --engines
            run -np 4 hello                              | unknown option '-np': for engines, say --engines
            run -H a,b hello                             | unknown option '-H': for hosts, say --hosts
            run -hostfile x hello                        | unknown option '-hostfile': for a file of hosts, say --hostfile
            bench comm -np 4                             | unknown option '-np': for engines, say --engines
            run --verbose                                | expected an application
            key create --secret-file /proc/x             | --secret-file: cannot make the cluster's secret /proc/x: no file can be made in that folder
            key create --secret-file @/text/x            | --secret-file: cannot
            key create --secret-file @/folder            | --secret-file: expected a file with the cluster's secret, found a folder
            key show --secret-file @/binary              | --secret-file: expected that only the owner may read
            hosts --hosts localhost:1 --secret-file @/binary | --secret-file: expected that only the owner may read
            run --hosts localhost:1 --secret-file @/binary hello | --secret-file: expected that only the owner may read
            engine --secret-file /proc/x --bind 127.0.0.1 --port 0 | --secret-file: cannot make
            engine --bind 192.0.2.1                      | --bind takes an address of this host
            engine --bind nowhere.invalid                | expected an address or name of this host to listen at (--bind)
            run --bind 192.0.2.1 --hosts 127.0.0.1 hello | --bind takes an address of this host
            engine --engine-ports 7200                   | --engine-ports: expected two ports such as 7200-7299
            engine --engine-ports 9-1                    | --engine-ports
            engine --label x=y=z                         | --label: expected a word such as gpu or rack=7, found 'x=y=z'
            engine --power NaN                           | --power: expected a number above 0
            engine --port 1x                             | --port: expected a whole number, found '1x'
            bench comm --plot @/x.txt                    | --plot: expected a file name that ends in .svg or .png
            bench comm --plot /proc/x.svg                | --plot: expected a file that can be written
            bench comm --json /proc/x                    | --json: expected a file that can be written
            bench comm --save-profile /proc/x            | --save-profile: expected a file that can be written
            bench comm --least 8m --most 8               | --least 8m: expected at most --most 8
            bench comm --most 999g                       | --most
            bench comm --most 4                          | --most
            bench comm --milliseconds 0                  | --milliseconds
            bench comm --warm-up -1                      | --warm-up
            bench comm --threads 1                       | there is only one compute thread
            new                                          | expected one folder, whose name is the project's, such as 'moide new my-app', found none
            new a b                                      | such as 'moide new my-app', found 2: a b
            new 1app                                     | expected a name of letters and digits, with '-', '_' or '.' between them
            new my--app                                  | such as my-app, found 'my--app'
            new /                                        | such as my-app, found ''
            new app --package 1.x                        | --package: expected the name of a Java package
            new app --package org.new                    | such as org.example.app, found 'org.new'
            new app --package java                       | --package: expected a package of your own
            new app --package org.moide.app              | --package: expected a package of your own, found 'org.moide.app'
            new app --spmd --workers                     | --spmd: expected without --workers
            new app --repository here                    | --repository: expected a URL such as https://example.org/maven, found 'here'
            new app                                      | expected a repository with MOIDE in target/repository
            new @/text --repository file:///r            | expected a folder that is empty or not there yet, found the file
            new @ --package a.b --repository file:///r   | expected a folder that is empty or not there yet, found files in
            new @/text/x --repository file:///r          | cannot write
            new /proc/x --repository file:///r           | cannot write
            help nope                                    | unknown command 'nope'
            version x                                    | unexpected word 'x'
            rum                                          | unknown command 'rum': did you mean run or runs?
            """)
    void shouldRefuseInALineOrTwoWhenTheWordsCannotBeMeantSo(String words, String expected) {
        assertThat(moide(words.replace("@", folder.toString()).split(" +")))
                .as(err.toString(UTF_8))
                .isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains(expected).doesNotContainPattern(FOREIGN);
        assertThat(err.toString(UTF_8).lines().count()).as(err.toString(UTF_8)).isBetween(1L, 2L);
        assertThat(out.toString(UTF_8)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"new", "trace"})
    void shouldRefuseAnEmptyNameOfAFile(String command) {
        assertThat(moide(command, "")).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains(", found ''").hasLineCount(1).doesNotContainPattern(FOREIGN);
    }

    @Test
    void shouldNameTheRunWhoseRecordingIsNone() throws IOException {
        Path run = Files.createDirectory(folder.resolve("4k2"));
        Files.writeString(run.resolve("recording-1-0"), "garbage");
        assertThat(moide("replay", run.toString())).isEqualTo(1);
        assertThat(err.toString(UTF_8))
                .isEqualTo("moide replay: " + run + ", coordinator 1: expected a recording of this version of MOIDE,"
                        + " found something else\n");
    }

    @Test
    void shouldRefuseAFolderInThePlaceOfASettingsFile() throws IOException {
        Files.createDirectory(folder.resolve("moide.properties"));
        assertThat(moide("samples")).isEqualTo(2);
        assertThat(err.toString(UTF_8))
                .isEqualTo("moide: expected a file of settings, found that " + folder.resolve("moide.properties")
                        + " is none\n");
    }

    @Test
    void shouldSuggestOnlyWhatIsNear() {
        moide("run", "--bogus", "hello");
        assertThat(err.toString(UTF_8)).doesNotContain("did you mean");
    }

    @Test
    void shouldSayWhichSettingsFileIsNone() throws IOException {
        Files.copy(folder.resolve("binary"), folder.resolve("moide.properties"));
        assertThat(moide("samples")).isEqualTo(2);
        assertThat(err.toString(UTF_8))
                .startsWith("moide: cannot read " + folder.resolve("moide.properties"))
                .contains("it is no text in UTF-8")
                .hasLineCount(1);
    }

    private int moide(String... words) {
        TerminalConsole console =
                new TerminalConsole(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false, 80);
        return MoideCommand.execute(
                words,
                console,
                Map.of(),
                List.of(folder.resolve("moide.properties")),
                new ProcessActions(new ProcessEnd(console)),
                () -> SampleIndex.find(null));
    }
}
