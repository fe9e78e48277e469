package org.moide.samples.programs.matmul;

import java.io.IOException;
import org.moide.engine.Report;
import org.moide.engine.TaskContext;

/**
 * A multiplication: what is multiplied and where the product goes. The methods are called as those of the application.
 */
interface Multiplication {
    /** On the coordinator. */
    void createTasks(TaskContext<Rows> context) throws IOException;

    /** On each engine. */
    void prepare(TaskContext<Rows> context);

    /** Some rows of the product. Any compute thread. */
    Product multiply(Rows rows);

    /** Rows have come to the coordinator. */
    void take(Product product) throws IOException;

    /** All have. */
    void end(Report report) throws IOException;
}
