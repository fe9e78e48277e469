package org.moide.samples.programs.matmul;

import java.io.IOException;
import org.moide.engine.Report;
import org.moide.engine.TaskContext;

/**
 * A kind of multiplication: which matrices are multiplied, and where the product goes. {@link MatMul} calls its methods
 * in the application's methods of the same purpose.
 */
interface Multiplication {
    /** Creates the tasks, on the coordinator. */
    void createTasks(TaskContext<Rows> context) throws IOException;

    /** Prepares each engine. */
    void prepare(TaskContext<Rows> context);

    /** Multiplies some rows of the product. Any compute thread. */
    Product multiply(Rows rows);

    /** Takes rows that have arrived at the coordinator. */
    void take(Product product) throws IOException;

    /** Completes the product when all rows have arrived. */
    void end(Report report) throws IOException;
}
