package org.moide.commlib.channel;

import org.moide.commlib.Slice;
import org.moide.commlib.port.DataConnection;

/** A connection over which nothing arrives or leaves, for tests that override some methods. */
abstract class IdleConnection implements DataConnection {
    @Override
    public boolean hasNews() {
        return false;
    }

    @Override
    public int readable() {
        return 0;
    }

    @Override
    public void read(byte[] target, int offset, int count) {
        throw new UnsupportedOperationException("nothing comes");
    }

    @Override
    public void read(Slice target) {
        throw new UnsupportedOperationException("nothing comes");
    }

    @Override
    public int writable() {
        return 0;
    }

    @Override
    public void write(byte[] source, int offset, int count) {
        throw new UnsupportedOperationException("there is no room");
    }

    @Override
    public void write(Slice source) {
        throw new UnsupportedOperationException("there is no room");
    }

    @Override
    public void publish(boolean urgent) {}

    @Override
    public int unsent() {
        return 0;
    }

    @Override
    public void wake() {}

    @Override
    public void awaitReadable() {}

    @Override
    public void close() {}
}
