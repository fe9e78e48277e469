package org.moide.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.EvaluationResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.moide.balance.offence.KnowsMonitor;
import org.moide.bench.offence.AsksForItsName;
import org.moide.bench.offence.CopiesInAnyOrder;
import org.moide.bench.offence.Draws;
import org.moide.bench.offence.HoldsOptional;
import org.moide.bench.offence.HoldsState;
import org.moide.bench.offence.KnowsHttpServer;
import org.moide.bench.offence.KnowsJline;
import org.moide.bench.offence.KnowsOshi;
import org.moide.bench.offence.KnowsPicocli;
import org.moide.bench.offence.KnowsRmi;
import org.moide.bench.offence.MakesThreads;
import org.moide.bench.offence.Prints;
import org.moide.bench.offence.ReadsTheClock;
import org.moide.bench.offence.Sleeps;
import org.moide.bench.offence.one.NeedsTwo;
import org.moide.bench.offence.two.NeedsOne;
import org.moide.bench.offence.util.Kind;
import org.moide.command.offence.KnowsSamples;
import org.moide.commlib.offence.KnowsEngine;
import org.moide.coordinator.offence.KnowsCommand;
import org.moide.engine.offence.KnowsCoordinator;
import org.moide.hosts.offence.KnowsConsole;
import org.moide.monitor.offence.KnowsBalance;
import org.moide.samples.offence.KnowsPorts;

/**
 * Tests the architecture rules on the classes of all modules, and each rule on a class that was written to break it: a
 * rule that cannot fail proves nothing.
 */
class ArchitectureTest {
    private static final JavaClasses HOUSE = House.classes();

    /**
     * The modules without checked classes: Picocli's own sources, lists of artifacts, and the benches, which are not
     * shipped.
     */
    private static final Set<String> WITHOUT_CLASSES_OF_OURS = Set.of("picocli", "bom", "dist", "bench");

    /** Returns each rule with the classes that break it. */
    static Stream<Arguments> rules() {
        return Stream.of(
                arguments(ArchitectureRules.RMI_AT_ONE_SEAM, Set.of(KnowsRmi.class)),
                arguments(ArchitectureRules.OSHI_BEHIND_A_PORT, Set.of(KnowsOshi.class)),
                arguments(ArchitectureRules.PICOCLI_IN_THE_COMMAND, Set.of(KnowsPicocli.class)),
                arguments(ArchitectureRules.JLINE_IN_THE_COMMAND, Set.of(KnowsJline.class)),
                arguments(ArchitectureRules.HTTP_IN_THE_COMMAND, Set.of(KnowsHttpServer.class)),
                arguments(ArchitectureRules.TERMINAL_IN_THE_COMMAND, Set.of(Prints.class)),
                arguments(ArchitectureRules.THREADS_WHOSE_DEATH_IS_SEEN, Set.of(MakesThreads.class)),
                arguments(ArchitectureRules.OWN_NAME_WITHOUT_A_RESOLVER, Set.of(AsksForItsName.class)),
                arguments(ArchitectureRules.TIME_AND_CHANCE_BY_PORTS, Set.of(ReadsTheClock.class)),
                arguments(ArchitectureRules.TIME_AND_CHANCE_BY_PORTS, Set.of(Draws.class)),
                arguments(ArchitectureRules.TIME_AND_CHANCE_BY_PORTS, Set.of(Sleeps.class)),
                arguments(ArchitectureRules.ORDER_THAT_A_SEED_REPEATS, Set.of(CopiesInAnyOrder.class)),
                arguments(
                        ArchitectureRules.SAMPLES_WAIT_AND_DRAW_BY_WHAT_THEY_ARE_GIVEN,
                        Set.of(org.moide.samples.offence.Draws.class)),
                arguments(ArchitectureRules.COMMLIB_KNOWS_THE_JDK, Set.of(KnowsEngine.class)),
                arguments(ArchitectureRules.BALANCE_KNOWS_COMMLIB, Set.of(KnowsMonitor.class)),
                arguments(ArchitectureRules.MONITOR_KNOWS_COMMLIB, Set.of(KnowsBalance.class)),
                arguments(ArchitectureRules.ENGINE_KNOWS_WHAT_IS_BELOW, Set.of(KnowsCoordinator.class)),
                arguments(ArchitectureRules.COORDINATOR_KNOWS_NOBODY_ABOVE, Set.of(KnowsCommand.class)),
                arguments(ArchitectureRules.HOSTS_KNOW_THE_COORDINATOR, Set.of(KnowsConsole.class)),
                arguments(ArchitectureRules.COMMAND_KNOWS_NO_APPLICATION, Set.of(KnowsSamples.class)),
                arguments(ArchitectureRules.SAMPLES_KNOW_THE_API, Set.of(KnowsPorts.class)),
                arguments(ArchitectureRules.NO_CYCLES, Set.of(NeedsOne.class, NeedsTwo.class)),
                arguments(ArchitectureRules.NO_STATIC_STATE, Set.of(HoldsState.class)),
                arguments(ArchitectureRules.NO_KINDS_AS_PACKAGES, Set.of(Kind.class)),
                arguments(ArchitectureRules.NO_OPTIONAL_FIELDS, Set.of(HoldsOptional.class)));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void shouldHoldInTheWholeHouse(ArchRule rule, Set<Class<?>> offence) {
        assertThat(offence).isNotEmpty();
        rule.check(HOUSE);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void shouldFireWhenItIsBroken(ArchRule rule, Set<Class<?>> offence) {
        EvaluationResult result = rule.evaluate(new ClassFileImporter().importClasses(offence));

        assertThat(result.hasViolation()).as(rule.getDescription()).isTrue();
    }

    @Test
    void shouldFireOnEveryWayToHoldState() {
        EvaluationResult result =
                ArchitectureRules.NO_STATIC_STATE.evaluate(new ClassFileImporter().importClasses(HoldsState.class));

        assertThat(result.getFailureReport().getDetails())
                .hasSize(5)
                .anyMatch(detail -> detail.contains("ONLY_ONE"))
                .anyMatch(detail -> detail.contains("counter"))
                .anyMatch(detail -> detail.contains("ATOMIC"))
                .anyMatch(detail -> detail.contains("CACHE"))
                .anyMatch(detail -> detail.contains("PER_THREAD"));
    }

    @Test
    void shouldFireOnEveryWayToAskANameService() {
        EvaluationResult result = ArchitectureRules.OWN_NAME_WITHOUT_A_RESOLVER.evaluate(
                new ClassFileImporter().importClasses(AsksForItsName.class));

        assertThat(result.getFailureReport().getDetails())
                .hasSize(4)
                .anyMatch(detail -> detail.contains("InetAddress.getLocalHost"))
                .anyMatch(detail -> detail.contains("InetAddress.getCanonicalHostName"))
                .anyMatch(detail -> detail.contains("InetAddress.getHostName"))
                .anyMatch(detail -> detail.contains("InetSocketAddress.getHostName"));
    }

    @Test
    void shouldMarkEveryPackageForNulls() throws IOException {
        ArchitectureRules.NULL_IS_NAMED.check(HOUSE);
        Set<String> marked = HOUSE.stream()
                .filter(found -> found.getSimpleName().equals("package-info"))
                .map(found -> found.getPackageName())
                .collect(Collectors.toSet());
        Set<String> all = HOUSE.stream().map(found -> found.getPackageName()).collect(Collectors.toSet());

        assertThat(all)
                .as("packages without a package-info.java with @NullMarked")
                .isSubsetOf(marked);
        assertThat(ArchitectureRules.NULL_IS_NAMED
                        .evaluate(new ClassFileImporter().importPackages("org.moide.bench.offence.util"))
                        .hasViolation())
                .isTrue();
    }

    /** Checks that no class is missing: an import that misses classes would let every rule pass. */
    @ParameterizedTest
    @FieldSource("org.moide.bench.House#MODULES")
    void shouldHaveSeenEveryClassOfEveryModule(String module) throws IOException {
        Path sources = Path.of("..", module, "src", "main", "java");
        Set<String> written = new TreeSet<>();
        for (Path file : javaFiles(sources)) {
            String path = sources.relativize(file).toString();
            written.add(path.substring(0, path.length() - ".java".length()).replace('/', '.'));
        }
        Set<String> seen = HOUSE.stream()
                .filter(found -> found.isTopLevelClass())
                .map(found -> found.getName())
                .collect(Collectors.toSet());

        assertThat(written).as("sources of " + module).isNotEmpty();
        assertThat(seen).as("classes that the importer saw").containsAll(written);
    }

    @Test
    void shouldKnowEachModuleThatIsBuilt() throws IOException {
        Set<String> built = new TreeSet<>();
        Matcher module = Pattern.compile("<module>(.*?)</module>").matcher(Files.readString(Path.of("..", "pom.xml")));
        while (module.find()) {
            built.add(module.group(1));
        }

        Set<String> known = new TreeSet<>(House.MODULES);
        known.addAll(WITHOUT_CLASSES_OF_OURS);
        assertThat(built).as("modules of the pom").isEqualTo(known);
    }

    private static List<Path> javaFiles(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }
}
