package org.moide.bench.rmi;

import java.util.List;
import org.moide.commlib.registration.NodeReference;

/** The distributed object that is called. */
interface BenchPort {
    void nothing();

    byte[] echo(byte[] bytes);

    int take(byte[] bytes);

    int takeDoubles(double[] numbers);

    double[] giveDoubles(int count);

    int takeRows(List<double[]> rows);

    /** Has engines there answer those that this process has. */
    void meet(NodeReference bench);
}
