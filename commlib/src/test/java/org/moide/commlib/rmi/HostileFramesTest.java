package org.moide.commlib.rmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.moide.commlib.Slice;
import org.moide.commlib.contract.TestSystems;
import org.moide.commlib.message.CommLimits;
import org.moide.commlib.message.MessagePort;
import org.moide.commlib.port.DataConnection;
import org.moide.commlib.security.Encryption;

/** Tests a peer that has passed the gate and sends, over data connections, bytes that no correct engine would send. */
@Tag("jdk")
@Timeout(3600)
final class HostileFramesTest {
    private static final int INPUTS = Integer.getInteger("moide.tier", 0) >= 1 ? 200_000 : 400;
    private static final int HEAD_BYTES = 40;
    private static final long EPOCH = 1;
    /** The incarnation of engine 1 in the tests' registration. */
    private static final long INCARNATION = 101;

    @Test
    void shouldGoOnWhenGarbageComes() {
        try (Spaces spaces = new Spaces();
                RmiSystem system = new RmiSystem(CommLimits.DEFAULT, options -> options, 1, 1)) {
            RmiSpace hostile = hostile(spaces);
            Random random = new Random(5);
            for (int input = 0; input < INPUTS; input++) {
                try (DataConnection connection =
                        hostile.connect(system.space(0).self(), MessagePort.NAME, Spaces.DEADLINE)) {
                    if (input % 4 != 0) {
                        write(connection, hello(EPOCH, 1, INCARNATION));
                    }
                    for (int frame = 0; frame < 3; frame++) {
                        write(connection, garbage(random, input));
                    }
                } catch (IOException closed) {
                    // the engine must close the connection
                }
            }
            assertStillTalking(system);
        }
    }

    @Test
    void shouldCloseTheConnectionWhenItIsNotWhoItSays() throws IOException {
        try (Spaces spaces = new Spaces();
                RmiSystem system = new RmiSystem(CommLimits.DEFAULT, options -> options, 1, 1)) {
            RmiSpace hostile = hostile(spaces);
            byte[][] greetings = {
                hello(EPOCH + 1, 1, INCARNATION),
                hello(EPOCH, 1, INCARNATION + 1),
                hello(EPOCH, 0, 100),
                hello(EPOCH, -1, 0),
                hello(EPOCH, 7, 107),
                new byte[HEAD_BYTES],
            };
            for (byte[] greeting : greetings) {
                DataConnection connection = hostile.connect(system.space(0).self(), MessagePort.NAME, Spaces.DEADLINE);
                write(connection, greeting);
                await("the end of the connection").until(() -> isClosed(connection));
                connection.close();
            }
            assertStillTalking(system);
        }
    }

    /**
     * Opens the hostile peer's space. It does not encrypt, and neither do the spaces under test, since a connection
     * whose ring is not made in time continues without a ring.
     */
    private static RmiSpace hostile(Spaces spaces) {
        return spaces.open("hostile", Encryption.none(), options -> options);
    }

    private static boolean isClosed(DataConnection connection) {
        try {
            connection.awaitReadable();
            return connection.readable() < 0;
        } catch (IOException closed) {
            return true;
        }
    }

    private static void assertStillTalking(RmiSystem system) {
        TestSystems.assertAllReturned(system.run(comm -> {
            for (int round = 0; round < 20; round++) {
                double[] mine = new double[round * 1000];
                java.util.Arrays.fill(mine, comm.id());
                double[] theirs = new double[mine.length];
                comm.exchange(1 - comm.id(), 0, Slice.of(mine), Slice.of(theirs));
                for (double one : theirs) {
                    assertThat(one).isEqualTo(1.0 - comm.id());
                }
            }
        }));
    }

    private static void write(DataConnection connection, byte[] bytes) throws IOException {
        connection.write(bytes, 0, bytes.length);
        connection.publish(true);
    }

    private static byte[] hello(long epoch, int engine, long incarnation) {
        return ByteBuffer.allocate(HEAD_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(0)
                .put((byte) 1)
                .putInt(6, 0)
                .putLong(8, epoch)
                .putInt(16, 0)
                .putInt(20, engine)
                .putLong(32, incarnation)
                .array();
    }

    /** Returns a frame with one wrong field, or with random bytes and a length from negative to huge. */
    private static byte[] garbage(Random random, int input) {
        byte[] bytes = new byte[HEAD_BYTES + 8 * random.nextInt(20)];
        random.nextBytes(bytes);
        ByteBuffer frame = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (input % 2 == 0) {
            frame.putInt(0, bytes.length - HEAD_BYTES).put(4, (byte) random.nextInt(12));
            frame.putInt(16, random.nextInt(8) - 2)
                    .putInt(20, random.nextInt(4) - 1)
                    .putInt(24, random.nextInt(4) - 1);
        }
        // An acknowledgement, or an envelope with the next number, could count as engine 1's own.
        if (frame.get(4) != 3 && frame.get(4) != 4 && frame.get(4) != 5) {
            frame.putLong(8, 1 + Math.abs(random.nextLong() % 5) + (1L << 40));
        }
        return bytes;
    }
}
