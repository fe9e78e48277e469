package org.moide.samples.programs.matmul;

import java.io.IOException;
import org.moide.engine.Report;
import org.moide.engine.TaskContext;

/**
 * A kind of multiplication: it determines which matrices are multiplied, and where the product goes. {@link MatMul}
 * calls these methods in its own methods of the same purpose.
 */
interface Multiplication {
    /** Creates the tasks, on the coordinator. */
    void createTasks(TaskContext<Rows> context) throws IOException;

    /** Prepares an engine. Called once on each engine. */
    void prepare(TaskContext<Rows> context);

    /** Computes some rows of the product. Called by any compute thread. */
    Product multiply(Rows rows);

    /** Takes rows that have arrived at the coordinator. */
    void take(Product product) throws IOException;

    /** Completes the product when all rows have arrived. */
    void end(Report report) throws IOException;
}
