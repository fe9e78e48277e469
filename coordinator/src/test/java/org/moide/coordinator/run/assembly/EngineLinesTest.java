package org.moide.coordinator.run.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.coordinator.plan.OutputSettings.Printing;
import org.moide.coordinator.plan.OutputSettings.Progress;
import org.moide.coordinator.progress.ProgressMeter;
import org.moide.coordinator.run.session.RunDisplay;
import org.moide.coordinator.run.session.RunPorts;
import org.moide.coordinator.run.session.RunUser;
import org.moide.coordinator.selection.Assignment;

class EngineLinesTest {
    @TempDir
    Path folder;

    private final List<String> shown = new ArrayList<>();
    private final RunUser user = new RunUser() {
        @Override
        public void note(String text) {
            shown.add("note: " + text);
        }

        @Override
        public void printed(String tag, String line, boolean fromErrorStream) {
            shown.add((fromErrorStream ? "err: " : "out: ") + tag + line);
        }

        @Override
        public Runnable printingTo(PrintedLines lines) {
            return () -> {};
        }

        @Override
        public RunDisplay display(String runId, List<Assignment> engines, ProgressMeter progress, RunPorts ports) {
            throw new AssertionError("expected lines of engines only");
        }
    };

    private EngineLines lines(Printing printing) {
        return new EngineLines(user, printing, engine -> "node" + engine);
    }

    @Test
    void shouldShowLinesAsTheyAreUnlessTagsAreWanted() {
        try (EngineLines plain = lines(Printing.USUAL);
                EngineLines tagged = lines(new Printing(Progress.NEVER, true, null))) {
            plain.line(1, "a", false);
            plain.line(1, "b", true);
            tagged.line(1, "c", false);
            tagged.line(2, "d", true);
        }
        assertThat(shown)
                .containsExactly("out: a", "err: [engine-1] b", "out: [node1 engine-1] c", "err: [node2 engine-2] d");
    }

    @Test
    void shouldWriteAFileForEachEngine() throws IOException {
        try (EngineLines lines = lines(new Printing(Progress.NEVER, false, folder))) {
            lines.line(1, "a", false);
            lines.line(2, "b", true);
            lines.line(1, "c", false);
        }
        assertThat(shown).hasSize(3);
        assertThat(folder.resolve("engine-1.out")).hasContent("a\nc\n");
        assertThat(folder.resolve("engine-2.err")).hasContent("b\n");
        try (var files = Files.list(folder)) {
            assertThat(files).hasSize(2);
        }
    }

    @Test
    void shouldGoOnWithoutFilesThatCannotBeWrittenAndSaySoOnce() {
        try (EngineLines lines = lines(new Printing(Progress.NEVER, false, folder.resolve("absent")))) {
            lines.line(1, "a", false);
            lines.line(1, "b", false);
        }
        assertThat(shown).contains("out: a", "out: b").hasSize(3);
        assertThat(shown).anyMatch(line -> line.startsWith("note: cannot write what engines print to "));
    }
}
