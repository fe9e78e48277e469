package org.moide;

import java.util.function.Consumer;
import org.moide.commlib.port.Signal;
import org.moide.commlib.wire.ByteReader;
import org.moide.engine.executor.CallLimits;

/** A call of the program that another call has detached on an engine. Nobody has its future. */
final class DetachedCall extends RemoteCall<Object> {
    private final String name;

    private DetachedCall(String name, byte[] bytes, Consumer<RemoteCall<?>> whenDone, Signal awake) {
        super(
                () -> {
                    throw new IllegalStateException(name + " is not handed back");
                },
                Runnable.class,
                CallLimits.NONE,
                bytes,
                null,
                whenDone,
                awake);
        this.name = name;
    }

    /** Reads one from the content of a {@link org.moide.engine.executor.CallAnswer#DETACHED}. */
    static DetachedCall read(byte[] content, Consumer<RemoteCall<?>> whenDone, Signal awake) {
        ByteReader all = new ByteReader(content);
        String name = all.text();
        return new DetachedCall(name, all.rest(), whenDone, awake);
    }

    @Override
    String name() {
        return "call " + number() + ", " + name + ",";
    }

    @Override
    boolean isHandedBack() {
        return false;
    }
}
