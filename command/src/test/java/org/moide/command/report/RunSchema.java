package org.moide.command.report;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.List;

/** A check of reports against the published schema of {@code run.json}, by an independent validator. */
public final class RunSchema {
    private static final Schema SCHEMA = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(ReportSchema.text(), InputFormat.JSON);

    private RunSchema() {}

    /** Returns the violations of the schema in a report, one in a line; empty if there are none. */
    public static List<String> problems(String report) {
        return SCHEMA.validate(report, InputFormat.JSON).stream()
                .map(Object::toString)
                .toList();
    }
}
