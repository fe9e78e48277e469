package org.moide.balance.worker.simulation;

import java.nio.ByteBuffer;
import org.moide.balance.worker.TaskBody;

/** A task's number in place of what it carries: its length is that of the workload, not of these bytes. */
record SimulatedBody(int task) implements TaskBody {
    @Override
    public byte[] bytes() {
        return ByteBuffer.allocate(Integer.BYTES).putInt(task).array();
    }

    /** The number in the bytes of one. */
    static int task(byte[] bytes) {
        return ByteBuffer.wrap(bytes).getInt();
    }
}
