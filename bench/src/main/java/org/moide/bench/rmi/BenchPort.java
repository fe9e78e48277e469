package org.moide.bench.rmi;

import java.util.List;
import org.moide.commlib.registration.NodeReference;

/** The distributed object whose calls are measured. */
interface BenchPort {
    void nothing();

    byte[] echo(byte[] bytes);

    int take(byte[] bytes);

    int takeDoubles(double[] numbers);

    double[] giveDoubles(int count);

    int takeRows(List<double[]> rows);

    /** Starts engines in the called JVM, which answer the engines in the bench's JVM. */
    void meet(NodeReference bench);
}
