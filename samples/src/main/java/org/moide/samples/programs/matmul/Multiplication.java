package org.moide.samples.programs.matmul;

import java.io.IOException;
import org.moide.engine.Report;
import org.moide.engine.TaskContext;

/**
 * A multiplication: what is multiplied and where the product goes. The methods are called as those of the application.
 */
interface Multiplication {
    /** Creates the tasks, on the coordinator. */
    void createTasks(TaskContext<Rows> context) throws IOException;

    /** Prepares each engine. */
    void prepare(TaskContext<Rows> context);

    /** Multiplies some rows of the product. Any compute thread. */
    Product multiply(Rows rows);

    /** Rows have come to the coordinator. */
    void take(Product product) throws IOException;

    /** Ends when all rows have come. */
    void end(Report report) throws IOException;
}
