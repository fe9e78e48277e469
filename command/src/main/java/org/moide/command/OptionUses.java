package org.moide.command;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.ProgramKind;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.IAnnotatedElement;
import picocli.CommandLine.Model.OptionSpec;

/**
 * A check that each given option has an effect, according to the option's {@link Use} and {@link With}. An option
 * without effect is refused if it is on the command line. It is ignored if it is from an environment variable or a
 * settings file, since these are meant for all runs. Used by one thread.
 */
final class OptionUses {
    private static final String LOCAL_ENGINES = "--local-engines";
    private static final String ELASTIC = "--elastic";

    private final CommandSpec command;
    private final Map<String, List<With>> expected = new HashMap<>();

    /**
     * A program, as the rules of options need it.
     *
     * @param name the program's name, for messages
     * @param kind the kind of program
     * @param calls returns whether the program calls one of these methods of its compute threads; evaluated only if an
     *     option depends on it
     */
    record SeenProgram(String name, ProgramKind kind, Predicate<Collection<String>> calls) {}

    OptionUses(CommandSpec command) {
        this.command = command;
        for (OptionSpec option : command.options()) {
            if (option.userObject() instanceof AnnotatedElement field) {
                for (With with : field.getAnnotationsByType(With.class)) {
                    expect(option, with);
                }
            }
        }
        command.mixins().forEach((name, mixin) -> {
            IAnnotatedElement declared = command.mixinAnnotatedElements().get(name);
            With with = declared == null ? null : declared.getAnnotation(With.class);
            if (with != null) {
                mixin.options().forEach(option -> expect(option, with));
            }
        });
    }

    private void expect(OptionSpec option, With with) {
        expected.computeIfAbsent(option.longestName(), found -> new ArrayList<>())
                .add(with);
    }

    /** Returns the rules of an option about other options that it needs or that exclude it. */
    List<With> expected(OptionSpec option) {
        return expected.getOrDefault(option.longestName(), List.of());
    }

    /** Returns the rule of an option about its effect; null for an option of picocli. */
    static @Nullable Use use(OptionSpec option) {
        return annotation(option, Use.class);
    }

    /** Returns whether an option may be given only on the command line, not by an environment variable or a file. */
    static boolean isOnlyTyped(OptionSpec option) {
        CommandSpec of = option.command();
        return annotation(option, Typed.class) != null
                || of.mixins().entrySet().stream()
                        .anyMatch(
                                mixin -> isOnlyTyped(of.mixinAnnotatedElements().get(mixin.getKey()))
                                        && mixin.getValue().findOption(option.longestName()) != null);
    }

    private static boolean isOnlyTyped(@Nullable IAnnotatedElement mixin) {
        return mixin != null && mixin.isAnnotationPresent(Typed.class);
    }

    private static <A extends Annotation> @Nullable A annotation(OptionSpec option, Class<A> type) {
        return option.userObject() instanceof AnnotatedElement field ? field.getAnnotation(type) : null;
    }

    // --- options beside each other ----------------------------------------------------------------------------------

    /**
     * Checks that each option has an effect together with the other options.
     *
     * @throws PlanException if an option on the command line has none
     */
    void checkBesideOthers() {
        for (ArgSpec argument : command.args()) {
            boolean isEmpty =
                    argument.originalStringValues().contains("") && (argument.isOption() || isOfPaths(argument));
            if (isEmpty) {
                String name = argument instanceof OptionSpec option ? option.longestName() + ": " : "";
                throw new PlanException(name + "expected " + argument.paramLabel() + ", found ''");
            }
        }
        for (OptionSpec option : given()) {
            for (With with : expected(option)) {
                List<String> known =
                        Arrays.stream(with.value()).filter(this::isKnown).toList();
                if (!known.isEmpty() && known.stream().noneMatch(this::isSaid)) {
                    without(option, "expected with " + either(known) + ", without which it has no effect");
                }
                checkWithout(option, with);
            }
        }
    }

    /**
     * Checks the files that the command writes with any program.
     *
     * @throws PlanException if a file cannot be written
     */
    void checkFiles() {
        checkFiles(use -> !dependsOnProgram(use));
    }

    private void checkFiles(Predicate<Use> which) {
        Map<Path, String> seen = new HashMap<>();
        for (OptionSpec option : command.options()) {
            Use use = use(option);
            Path file = use != null && use.writes().length > 0 && which.test(use) ? option.getValue() : null;
            if (use == null || file == null) {
                continue;
            }
            OutputFile.mustBeWritable(option.longestName(), file, use.writes());
            String first = seen.putIfAbsent(file.toAbsolutePath().normalize(), option.longestName());
            if (first != null) {
                throw new PlanException(option.longestName() + ": expected another file than " + first + ", found "
                        + file + " for both");
            }
        }
    }

    private void checkWithout(OptionSpec option, With with) {
        for (String word : with.not()) {
            if (!isSaid(word)) {
                continue;
            }
            if (isTyped(option) && argument(word) instanceof OptionSpec other && !isTyped(other)) {
                reset(other);
            } else {
                without(option, "expected without " + word + ", beside which it has no effect");
            }
        }
    }

    /**
     * Returns whether any given option that has an effect names files or folders. A plan made from such options is
     * valid for one run only.
     */
    boolean nameFiles() {
        return command.options().stream().anyMatch(option -> isOfPaths(option) && isSaid(option));
    }

    private static boolean isOfPaths(ArgSpec argument) {
        return argument.type() == Path.class
                || List.of(argument.auxiliaryTypes()).contains(Path.class);
    }

    /** Returns whether the command has this option or parameter. */
    boolean isKnown(String word) {
        return argument(word) != null;
    }

    private @Nullable ArgSpec argument(String word) {
        if (word.startsWith("<")) {
            return command.positionalParameters().stream()
                    .filter(parameter -> parameter.paramLabel().equals(word))
                    .findFirst()
                    .orElse(null);
        }
        return command.findOption(word.split("=", 2)[0]);
    }

    private boolean isSaid(String word) {
        ArgSpec argument = argument(word);
        int equals = word.indexOf('=');
        if (argument == null || equals < 0) {
            return argument != null && isSaid(argument);
        }
        Object value = argument.getValue();
        return word.substring(equals + 1).equalsIgnoreCase(String.valueOf(value));
    }

    private static boolean isSaid(ArgSpec argument) {
        Object value = argument.getValue();
        return value != null
                && !Boolean.FALSE.equals(value)
                && !(value instanceof Collection<?> many && many.isEmpty())
                && !(argument instanceof OptionSpec && value.equals(argument.initialValue()));
    }

    // --- the place --------------------------------------------------------------------------------------------------

    /**
     * Returns where the run's engines are to run. Options on the command line take precedence over those from
     * environment variables and files.
     *
     * @throws PlanException if the command line names several places
     */
    RunPlace place() {
        List<RunPlace> typed = Stream.of(RunPlace.values())
                .filter(place -> place.ways().stream().anyMatch(this::isTyped))
                .toList();
        if (typed.size() > 1) {
            throw new PlanException(way(typed.get(0), this::isTyped) + " and " + way(typed.get(1), this::isTyped)
                    + ": expected only one of them, found both"
                    + (typed.get(1) == RunPlace.LOCAL
                            ? "; to use this machine beside others, start 'moide engine' on it and name it too"
                            : ""));
        }
        RunPlace place = typed.isEmpty()
                ? Stream.of(RunPlace.values())
                        .filter(other -> other.ways().stream().anyMatch(this::isSaid))
                        .findFirst()
                        .orElse(RunPlace.ALONE)
                : typed.get(0);
        OptionSpec engines = command.findOption(LOCAL_ENGINES);
        boolean one = engines != null && Objects.equals(engines.getValue(), 1) && !isSaid(ELASTIC);
        return place == RunPlace.LOCAL && one ? RunPlace.ALONE : place;
    }

    private static String way(RunPlace place, Predicate<String> is) {
        return place.ways().stream().filter(is).findFirst().orElseThrow();
    }

    private boolean isTyped(String name) {
        OptionSpec option = command.findOption(name);
        return option != null && isTyped(option);
    }

    /**
     * Checks the given options against the program that is to run.
     *
     * @throws PlanException if an option on the command line has no effect with this program, or names a file that
     *     cannot be written
     */
    void checkIn(RunPlace place) {
        for (OptionSpec option : given()) {
            Use use = use(option);
            if (use != null && use.places().length > 0 && !List.of(use.places()).contains(place)) {
                List<String> ways = Stream.of(use.places())
                        .sorted(Comparator.reverseOrder())
                        .map(other ->
                                other.ways().stream().filter(this::isKnown).findFirst())
                        .flatMap(Optional::stream)
                        .toList();
                without(
                        option,
                        "expected with " + either(ways) + "; in a run on " + place.words() + " it has no effect");
            }
        }
    }

    // --- the program ------------------------------------------------------------------------------------------------

    /** Returns whether an option is given whose effect depends on the program. */
    boolean dependOnProgram() {
        return given().stream().map(OptionUses::use).anyMatch(use -> use != null && dependsOnProgram(use));
    }

    private static boolean dependsOnProgram(Use use) {
        return use.programs().length > 0 || use.notAlone().length > 0;
    }

    /**
     * Checks the given options against a program.
     *
     * @throws PlanException if an option on the command line has no effect with this program, or names a file that
     *     cannot be written
     */
    void checkFor(SeenProgram program, RunPlace place) {
        for (OptionSpec option : given()) {
            Use use = use(option);
            if (use == null || !dependsOnProgram(use)) {
                continue;
            }
            if (use.programs().length > 0 && !List.of(use.programs()).contains(program.kind())) {
                without(
                        option,
                        "expected " + wanted(use) + ", found " + program.name() + ", "
                                + program.kind().words());
            } else if (program.kind() == ProgramKind.THREADS
                    && use.calls().length > 0
                    && !program.calls().test(List.of(use.calls()))) {
                without(
                        option,
                        "expected " + wanted(use) + ", found " + program.name() + ", "
                                + program.kind().words() + " that does not");
            } else if (place == RunPlace.ALONE && List.of(use.notAlone()).contains(program.kind())) {
                without(
                        option,
                        "expected several engines for " + program.name() + ", "
                                + program.kind().words() + ", such as with --local-engines 2, found one");
            }
        }
        checkFiles(use -> true);
    }

    private static String wanted(Use use) {
        return either(Stream.of(use.programs())
                .filter(kind -> kind != ProgramKind.EXECUTOR)
                .map(kind -> kind == ProgramKind.THREADS && use.calls().length > 0
                        ? kind.words() + " that calls " + either(List.of(use.calls()))
                        : kind.words())
                .toList());
    }

    // ----------------------------------------------------------------------------------------------------------------

    /** Returns the options that are on the command line, or whose value differs from their default. */
    private List<OptionSpec> given() {
        return command.options().stream()
                .filter(option -> isTyped(option) || !Objects.equals(option.getValue(), option.initialValue()))
                .toList();
    }

    private boolean isTyped(OptionSpec option) {
        return command.commandLine().getParseResult().hasMatchedOption(option);
    }

    /**
     * Handles an option without effect: refuses it if it is on the command line, otherwise resets it to its default.
     *
     * @param why the reason in words for the user
     */
    private void without(OptionSpec option, String why) {
        if (isTyped(option)) {
            throw new PlanException(option.longestName() + ": " + why);
        }
        reset(option);
    }

    private static void reset(OptionSpec option) {
        try {
            option.setter().set(option.initialValue());
        } catch (Exception impossible) {
            throw new IllegalStateException(option.longestName() + " cannot be set", impossible);
        }
    }

    private static String either(List<String> words) {
        int last = words.size() - 1;
        return last < 1 ? String.join("", words) : String.join(", ", words.subList(0, last)) + " or " + words.get(last);
    }
}
