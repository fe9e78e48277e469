package org.moide.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.moide.command.project.NewProject;
import org.moide.command.project.ProjectKind;
import org.moide.command.project.ProjectNames;
import org.moide.commlib.handshake.SoftwareVersion;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.run.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code moide new}: creates a project for an application of the user. */
@Command(
        name = "new",
        sortOptions = false,
        header = "Makes a Maven project with an application, its test and this MOIDE as its dependency.",
        footer = {
            "",
            "Examples:",
            "  moide new my-app              in the new folder my-app, a bag of tasks",
            "  moide new --spmd work/heat    threads that talk to each other",
            "",
            "Then 'mvn verify' there builds and tests it; the command says how to run it."
        })
final class NewCommand implements Callable<Integer> {
    private final TerminalConsole console;

    @Parameters(
            arity = "0..*",
            paramLabel = "<folder>",
            description = "The project's folder: not there yet, or empty. Its name is the project's.")
    List<Path> folders = List.of();

    @Typed
    @Use(group = HelpGroup.PROGRAM)
    @With(not = {"--spmd", "--workers"})
    @Option(names = "--bag", order = 1, description = "A bag of tasks, which any engine can do (the default).")
    boolean bag;

    @Typed
    @Use(group = HelpGroup.PROGRAM)
    @With(not = {"--bag", "--workers"})
    @Option(names = "--spmd", order = 2, description = "Threads that do the same and talk to each other.")
    boolean spmd;

    @Typed
    @Use(group = HelpGroup.PROGRAM)
    @With(not = {"--bag", "--spmd"})
    @Option(names = "--workers", order = 3, description = "Workers: parts with a state, which MOIDE moves.")
    boolean workers;

    @Typed
    @Use(group = HelpGroup.PROGRAM)
    @Option(
            names = "--package",
            order = 4,
            paramLabel = "<package>",
            description = "The application's package (default: org.example and the project's name).")
    @Nullable
    String packageName;

    @Use(group = HelpGroup.PROGRAM)
    @Option(
            names = "--repository",
            order = 5,
            paramLabel = "<url>",
            description =
                    "The Maven repository that has this version of MOIDE (default: the one that was built with it).")
    @Nullable
    String repository;

    @Mixin
    CommonOptions common = new CommonOptions();

    NewCommand(TerminalConsole console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (folders.size() != 1) {
            throw new PlanException(
                    "expected one folder, whose name is the project's, such as 'moide new my-app', found "
                            + (folders.isEmpty()
                                    ? "none"
                                    : folders.size() + ": "
                                            + folders.stream()
                                                    .map(Path::toString)
                                                    .collect(Collectors.joining(" "))));
        }
        Path folder = folders.get(0);
        Path whole = folder.toAbsolutePath().normalize();
        String name = Objects.toString(whole.getFileName(), "");
        NewProject project = new NewProject(
                folder, ProjectNames.of(name, packageName), kind(), SoftwareVersion.current(), repositoryUrl());
        List<Path> files = project.write();
        console.print(folder.toString());
        files.forEach(file -> console.print("  " + file));
        console.print("next:");
        if (!whole.equals(Path.of("").toAbsolutePath())) {
            console.print("  cd " + quoted(folder.toString()));
        }
        console.print("  mvn verify");
        console.print("  " + quoted(Installation.ofThisProcess().command()) + " run --local-engines 2 target/" + name
                + ".jar");
        return ExitCode.DONE;
    }

    private ProjectKind kind() {
        return spmd ? ProjectKind.SPMD : workers ? ProjectKind.WORKERS : ProjectKind.BAG;
    }

    private String repositoryUrl() {
        if (repository != null) {
            return repository;
        }
        Path found = Installation.ofThisProcess().repository();
        if (found != null) {
            return "file://" + found.toUri().getRawPath();
        }
        throw new PlanException(
                "expected a repository with MOIDE in target/repository, beside the script moide, found none;"
                        + " make it with 'mvn -Pquick package' there, or name one with --repository");
    }

    /** Quotes a word for a shell. */
    private static String quoted(String word) {
        return word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
