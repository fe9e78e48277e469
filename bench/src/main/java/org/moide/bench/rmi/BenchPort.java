package org.moide.bench.rmi;

import org.moide.commlib.registration.NodeReference;

/** The distributed object that is called. */
interface BenchPort {
    void nothing();

    byte[] echo(byte[] bytes);

    int take(byte[] bytes);

    /** Has engines there answer those that this process has. */
    void meet(NodeReference bench);
}
