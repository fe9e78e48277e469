package org.moide.coordinator.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The published schema of {@code run.json}: JSON Schema, draft 2020-12. */
public final class ReportSchema {
    private static final String FILE = "run.schema.json";

    private ReportSchema() {}

    /** The same as {@code docs/run.schema.json}. */
    public static String text() {
        try (InputStream file =
                Objects.requireNonNull(ReportSchema.class.getResourceAsStream(FILE), "not in the jar: " + FILE)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
