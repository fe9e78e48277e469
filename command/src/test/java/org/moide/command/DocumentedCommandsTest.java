package org.moide.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.moide.command.PageCommands.PageCommand;
import org.moide.coordinator.plan.ApplicationClasses;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.SampleIndex;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Checks that the command accepts every command that the documentation tells readers to type. The script
 * {@code .ci/pages} tests their effects.
 */
class DocumentedCommandsTest {
    private static final Path ROOT = Path.of("..");

    /** The file with the list of these commands that the script {@code .ci/pages} reads. */
    private static final Path FOR_SHELLS = Path.of("target/page-commands");

    @Test
    void shouldUnderstandEachCommandOfThePages() throws IOException {
        List<PageCommand> commands = PageCommands.all(ROOT);
        assertThat(commands).hasSizeGreaterThan(250);
        Files.write(
                FOR_SHELLS,
                commands.stream()
                        .filter(PageCommand::whole)
                        .map(PageCommand::forShell)
                        .toList());

        CommandLine moide = moide();
        List<String> refused = new ArrayList<>();
        for (PageCommand command : commands) {
            try {
                ParseResult parsed = moide.parseArgs(command.words().toArray(String[]::new));
                checkUses(parsed);
            } catch (PlanException e) {
                refused.add(command + "\n    " + e.getMessage());
            } catch (MissingParameterException e) {
                if (command.whole()) {
                    refused.add(command + "\n    " + e.getMessage());
                }
            } catch (ParameterException e) {
                refused.add(command + "\n    " + e.getMessage());
            }
        }
        assertThat(refused).isEmpty();
    }

    /** Checks that every option of the command has an effect in that command; otherwise it would be refused. */
    private static void checkUses(ParseResult parsed) {
        ParseResult last = parsed;
        while (last.hasSubcommand()) {
            last = last.subcommand();
        }
        OptionUses uses = new OptionUses(last.commandSpec());
        uses.checkBesideOthers();
        RunPlace place = uses.place();
        if (!(last.commandSpec().userObject() instanceof RunCommand run)) {
            return;
        }
        uses.checkIn(place);
        SampleIndex samples = SampleIndex.find(null);
        String sample = run.words.isEmpty() ? null : samples.classes().get(run.words.get(0));
        if (sample != null) {
            try (ApplicationClasses classes = new ApplicationClasses(List.of(samples.location()))) {
                uses.checkFor(
                        new OptionUses.SeenProgram(
                                run.words.get(0), classes.kind(sample), methods -> classes.calls(sample, methods)),
                        place);
            }
        }
    }

    private static CommandLine moide() {
        PrintStream nowhere = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        TerminalConsole console = new TerminalConsole(nowhere, nowhere, false, 80);
        SettingsProvider nothingSet = new SettingsProvider(Map.of(), List.of());
        return new MoideCommand(new TwoHosts(), console, () -> SampleIndex.find(null), nothingSet).lineOf();
    }
}
