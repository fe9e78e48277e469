package org.moide.command;

import java.util.concurrent.Callable;
import org.moide.command.report.ReportSchema;
import org.moide.coordinator.run.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code moide schema}: prints the JSON schema of {@code run.json}. */
@Command(
        name = "schema",
        sortOptions = false,
        header = "Prints the JSON schema of what 'moide run --report run.json' writes.",
        description = {
            "",
            "JSON Schema, draft 2020-12; the same as docs/run.schema.json. A report says in its field schemaVersion which"
                    + " version it follows."
        },
        footer = {"", "Example:", "  moide schema > run.schema.json"})
final class SchemaCommand implements Callable<Integer> {
    private final TerminalConsole console;

    @Mixin
    CommonOptions common = new CommonOptions();

    SchemaCommand(TerminalConsole console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        console.print(ReportSchema.text().stripTrailing());
        return ExitCode.DONE;
    }
}
