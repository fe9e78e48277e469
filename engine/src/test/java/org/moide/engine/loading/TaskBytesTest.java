package org.moide.engine.loading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.moide.commlib.CommException;
import org.moide.commlib.contract.StreamCodec;
import org.moide.engine.TaskCodec;

class TaskBytesTest {
    private final TaskBytes bytes = new TaskBytes(new StreamCodec());

    /** Writes a text's length only, and reads a text of dots. */
    private static final class Lengths implements TaskCodec<String> {
        @Override
        public void write(String task, DataOutput out) throws IOException {
            if (task.isEmpty()) {
                throw new IOException("nothing to write");
            }
            out.writeByte(task.length());
        }

        @Override
        public String read(DataInput in) throws IOException {
            byte length = in.readByte();
            return length == 0 ? null : ".".repeat(length);
        }
    }

    @Test
    void shouldConvertTasksByTheApplicationsCodec() {
        assertThat(bytes.isOwn()).isFalse();
        bytes.by(new Lengths());
        assertThat(bytes.isOwn()).isTrue();
        byte[] encoded = bytes.encode("task");
        assertThat(encoded).hasSize(2);
        assertThat(TaskBytes.isOwn(encoded)).isTrue();
        assertThat(bytes.decode(encoded)).isEqualTo("....");
    }

    @Test
    void shouldConvertTasksLikeOtherObjectsWithoutACodec() {
        byte[] encoded = bytes.encode("task");
        assertThat(TaskBytes.isOwn(encoded)).isFalse();
        assertThat(TaskBytes.isOwn(new byte[0])).isFalse();
        assertThat(bytes.decode(encoded)).isEqualTo("task");
        bytes.by(new Lengths());
        assertThat(bytes.decode(encoded))
                .as("written before the codec was known")
                .isEqualTo("task");
    }

    @Test
    void shouldSayWhatTheCodecCannotConvert() {
        bytes.by(new Lengths());
        assertThatThrownBy(() -> bytes.encode(""))
                .isInstanceOf(CommException.class)
                .hasMessage("cannot send a java.lang.String, by the application's codec: java.io.IOException: nothing"
                        + " to write");
        byte[] encoded = bytes.encode("task");
        byte[] longer = {encoded[0], encoded[1], 7};
        assertThatThrownBy(() -> bytes.decode(longer))
                .isInstanceOf(CommException.class)
                .hasMessage("cannot read a received task of 2 bytes, by the application's codec: java.io.IOException: 1"
                        + " bytes are left over");
        byte[] nothing = {encoded[0], 0};
        assertThatThrownBy(() -> bytes.decode(nothing))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("a task that the application's codec has read");
        assertThatThrownBy(() -> bytes.encode(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("task");
        assertThatThrownBy(() -> new TaskBytes(new StreamCodec()).decode(encoded))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("expected that it has one here too, found none");
    }
}
