package org.moide.commlib.channel;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.Slice;

/** A listener that ignores all frames; a broken channel fails the test. */
class IdleListener implements Channel.Listener {
    @Override
    public void arrived(Frame frame) {}

    @Override
    public byte[] array(int payloadBytes) {
        return new byte[payloadBytes];
    }

    @Override
    public @Nullable Slice target(Frame head, int payloadBytes) {
        return null;
    }

    @Override
    public void drained() {}

    @Override
    public boolean looked() {
        return false;
    }

    @Override
    public void broken(IOException why) {
        throw new IllegalStateException(why);
    }
}
