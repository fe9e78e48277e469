package org.moide.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.moide.coordinator.plan.ApplicationClasses;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.SampleIndex;
import org.moide.coordinator.run.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code moide samples}: lists the sample applications. */
@Command(
        name = "samples",
        sortOptions = false,
        header = "Lists the sample applications.",
        footer = {"", "Examples:", "  moide samples", "  moide run nbody --help     what a sample takes"})
final class SamplesCommand implements Callable<Integer> {
    private final TerminalConsole console;
    private final Supplier<SampleIndex> samples;

    @Mixin
    CommonOptions common = new CommonOptions();

    SamplesCommand(TerminalConsole console, Supplier<SampleIndex> samples) {
        this.console = console;
        this.samples = samples;
    }

    @Override
    public Integer call() {
        SampleIndex index = samples.get();
        Path location = index.location();
        if (location == null) {
            throw new PlanException("expected " + SampleIndex.JAR + " beside moide.jar, found no samples");
        }
        int width =
                index.classes().keySet().stream().mapToInt(String::length).max().orElse(1);
        try (ApplicationClasses classes = new ApplicationClasses(List.of(location))) {
            index.classes()
                    .forEach((name, className) -> console.print(String.format(
                                    Locale.ROOT,
                                    "%-" + width + "s  %s",
                                    name,
                                    classes.instance(className).summary())
                            .stripTrailing()));
        }
        return ExitCode.DONE;
    }
}
