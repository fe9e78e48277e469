package org.moide.bench.rmi;

/** The distributed object that is called. */
interface BenchPort {
    void nothing();

    byte[] echo(byte[] bytes);

    int take(byte[] bytes);
}
