package org.moide.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.commlib.contract.StreamCodec;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.core.EngineRun;
import org.moide.engine.loading.ApplicationCodec;
import org.moide.engine.loading.ApplicationFiles;
import org.moide.engine.loading.ApplicationLoader;
import org.moide.engine.loading.JarMaker;

/** Tests calls of a program that run as tasks of a bag, on several engines. */
class ExecutorBagTest {
    private static final long NONE = -1;

    private final StreamCodec codec = new StreamCodec(ExecutorBagTest.class.getClassLoader());

    /** A call that returns an array of {@code bytes} elements, each of which is the call's number. */
    private record Filled(int number, int bytes) implements Callable<byte[]>, Serializable {
        private static final long serialVersionUID = 1L;

        @Override
        public byte[] call() {
            byte[] filled = new byte[bytes];
            Arrays.fill(filled, (byte) number);
            return filled;
        }
    }

    private byte[] task(Filled call) {
        byte[] encoded = codec.encode(call);
        return ByteBuffer.allocate(Long.BYTES + encoded.length)
                .putLong(call.number())
                .put(encoded)
                .array();
    }

    private EngineRun calls(int count, int bytes) {
        return EngineRun.of(ExecutorBag::new, 2, 1)
                .tasks(IntStream.range(0, count)
                        .mapToObj(number -> task(new Filled(number, bytes)))
                        .toList());
    }

    /** An answer to a call, or one piece of a long answer. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Heard(long number, byte kind, byte[] bytes) {}

    private static List<Heard> heard(EngineRun run) {
        List<Heard> all = new ArrayList<>();
        for (byte[] payload : run.payloads) {
            ByteBuffer bytes = ByteBuffer.wrap(payload);
            while (bytes.hasRemaining()) {
                long number = bytes.getLong();
                byte kind = bytes.get();
                byte[] answer = new byte[bytes.getInt()];
                bytes.get(answer);
                all.add(new Heard(number, kind, answer));
            }
        }
        return all;
    }

    @Test
    void shouldAnswerEachCallOnceBeforeItsLoanIsHome() throws Exception {
        EngineRun run = calls(300, 5);
        run.complete();
        Map<Long, byte[]> values = new TreeMap<>();
        for (Heard answer : heard(run)) {
            assertThat(answer.kind()).isEqualTo(CallAnswer.VALUE);
            assertThat(values.put(answer.number(), answer.bytes()))
                    .as("call " + answer.number())
                    .isNull();
        }
        assertThat(values).hasSize(300);
        values.forEach((number, value) ->
                assertThat((byte[]) codec.decode(value)).hasSize(5).containsOnly(number.intValue()));
        assertThat(run.payloads).as("messages, of several answers each").hasSizeLessThan(300);
    }

    @Test
    void shouldAnswerInPiecesWhatIsLong() throws Exception {
        EngineRun run = calls(4, 200_000);
        run.complete();
        Map<Long, ByteArrayOutputStream> whole = new TreeMap<>();
        for (Heard piece : heard(run)) {
            assertThat(piece.kind()).isEqualTo(CallAnswer.PIECE);
            assertThat(piece.bytes()).hasSizeLessThanOrEqualTo((64 << 10) + CallAnswer.PIECE_HEAD_BYTES);
            whole.computeIfAbsent(piece.number(), unseen -> new ByteArrayOutputStream())
                    .write(
                            piece.bytes(),
                            CallAnswer.PIECE_HEAD_BYTES,
                            piece.bytes().length - CallAnswer.PIECE_HEAD_BYTES);
        }
        assertThat(heard(run)).hasSize(4 * 4);
        assertThat(whole).hasSize(4);
        whole.forEach((number, bytes) -> {
            byte[] all = bytes.toByteArray();
            assertThat(all[0]).isEqualTo(CallAnswer.VALUE);
            assertThat((byte[]) codec.decode(Arrays.copyOfRange(all, 1, all.length)))
                    .hasSize(200_000)
                    .containsOnly(number.intValue());
        });
    }

    @Test
    void shouldNotBeginCallsThatAreCancelledBeforeTheyCome() throws Exception {
        EngineRun run = calls(50, 5).told(new EngineCommand.CancelCalls(new long[] {3, 5}, NONE, 0, true));
        run.complete();
        List<Heard> answers = heard(run);
        assertThat(answers).hasSize(50);
        assertThat(answers)
                .allSatisfy(answer -> assertThat(answer.kind())
                        .isEqualTo(
                                answer.number() == 3 || answer.number() == 5
                                        ? CallAnswer.NOT_BEGUN
                                        : CallAnswer.VALUE));
    }

    @Test
    void shouldRunCallsOfAClassThatComesWithThem(@TempDir Path folder) throws Exception {
        Path classes = new JarMaker().with("own.Brought", """
                        package own;
                        public final class Brought implements java.util.concurrent.Callable<String>, java.io.Serializable {
                            @Override
                            public String call() {
                                return "brought";
                            }
                        }
                        """).folder(folder.resolve("classes"));
        ApplicationLoader program = loader(classes);
        byte[] encoded = new ApplicationCodec(program)
                .encode(program.loadClass("own.Brought").getConstructor().newInstance());
        byte[] call = CarriedClasses.with(
                Map.of("own.Brought", Files.readAllBytes(classes.resolve("own/Brought.class"))),
                CarriedClasses.Fields.NONE,
                encoded);
        byte[] task = ByteBuffer.allocate(Long.BYTES + call.length)
                .putLong(1)
                .put(call)
                .array();
        ApplicationCodec engines = new ApplicationCodec(loader(Files.createDirectory(folder.resolve("empty"))));

        EngineRun run = EngineRun.of(ExecutorBag::new, 1).codec(engines).tasks(List.of(task));
        run.complete(CarriedClasses.ARGUMENT);

        assertThat(heard(run)).hasSize(1);
        assertThat(heard(run).get(0).kind()).isEqualTo(CallAnswer.VALUE);
        assertThat(engines.decode(heard(run).get(0).bytes())).isEqualTo("brought");
    }

    private static ApplicationLoader loader(Path classes) {
        return new ApplicationLoader(new ApplicationFiles("", List.of(classes.toString())));
    }
}
