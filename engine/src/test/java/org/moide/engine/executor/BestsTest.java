package org.moide.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.moide.commlib.contract.StreamCodec;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.engine.Best;

/** Tests what processes tell each other of best values, message by message. */
class BestsTest {
    private static final long ID = 7;

    private final StreamCodec codec = new StreamCodec();
    private long nanos = 1_000_000_000;

    /** A process: its best values, and what it has said to others. */
    private final class Process implements Bests.Way {
        private final Bests bests = new Bests(this, () -> nanos, SpinThenParkSignal.factory(1));
        private final List<byte[]> told = new ArrayList<>();
        private final List<Long> questions = new ArrayList<>();
        private final List<Throwable> faults = new ArrayList<>();
        private int ticksWanted;

        @Override
        public void tell(long id, byte[] value) {
            told.add(value);
        }

        @Override
        public void ask(long id) {
            questions.add(id);
        }

        @Override
        public void tickSoon() {
            ticksWanted++;
        }

        @Override
        public void fault(Throwable why) {
            faults.add(why);
        }

        List<Object> told() {
            return told.stream().map(codec::decode).map(Object.class::cast).toList();
        }

        Best<Integer> made(int first) {
            return bests.make(ID, first, Comparator.naturalOrder(), codec, codec::encode);
        }

        /** Reads a reference from the bytes of a call. */
        Best<Integer> read(byte[] call, ObjectCodec classes) {
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(call)) {
                {
                    enableResolveObject(true);
                }

                @Override
                protected Object resolveObject(Object read) {
                    return bests.bound(read, classes);
                }
            }) {
                @SuppressWarnings("unchecked")
                Best<Integer> best = (Best<Integer>) in.readObject();
                return best;
            } catch (IOException | ClassNotFoundException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }

    private final Process program = new Process();
    private final Process engine = new Process();

    @Test
    void shouldKeepWhatIsBetterAndTellIt() {
        Best<Integer> best = program.made(100);
        assertThat(best.offer(100)).isFalse();
        assertThat(best.offer(40)).isTrue();
        assertThat(best.offer(60)).isFalse();
        assertThat(best.get()).isEqualTo(40);
        assertThat(program.told()).containsExactly(40);
    }

    @Test
    void shouldBeginWithWhatTheCallBringsAndAskTheMaker() {
        Best<Integer> made = program.made(100);
        made.offer(90);
        byte[] call = codec.encode(made);
        made.offer(50); // told before the engine knows of it
        Best<Integer> there = engine.read(call, codec);
        assertThat(there.get()).isEqualTo(90);
        assertThat(engine.questions).containsExactly(ID);

        program.told.clear();
        program.bests.asked(ID);
        program.bests.tick();
        engine.bests.hear(ID, program.told.get(0));
        assertThat(there.get()).isEqualTo(50);

        assertThat(engine.read(codec.encode(made), codec).get()).isEqualTo(50);
        assertThat(engine.questions).as("asked once").hasSize(1);
    }

    /** Offers two values within a millisecond, as a call does that has ended since: nobody refers to the best value. */
    private void offerTwice() {
        Best<Integer> there = engine.read(codec.encode(program.made(100)), codec);
        assertThat(there.offer(50) && there.offer(49)).isTrue();
    }

    @Test
    void shouldTellAnImprovementThoughTheCallThatMadeItIsCollected() {
        offerTwice();
        assertThat(engine.told()).containsExactly(50);
        System.gc();

        engine.bests.flush();

        assertThat(engine.told()).containsExactly(50, 49);
    }

    @Test
    void shouldLetOnlyTheMakerAnswer() {
        Best<Integer> there = engine.read(codec.encode(program.made(100)), codec);
        engine.bests.asked(ID);
        engine.bests.tick();
        assertThat(there.get()).isEqualTo(100);
        assertThat(engine.told).isEmpty();
    }

    @Test
    void shouldTellImprovementsOfAMillisecondTogether() {
        Best<Integer> best = program.made(100);
        for (int value = 99; value > 0; value--) {
            best.offer(value);
        }
        assertThat(program.told()).containsExactly(99);
        assertThat(program.ticksWanted).isPositive();
        program.bests.tick();
        assertThat(program.told()).as("too soon").containsExactly(99);
        nanos += 1_000_000;
        program.bests.tick();
        program.bests.tick();
        assertThat(program.told()).containsExactly(99, 1);
    }

    @Test
    void shouldTellAllBeforeAnAnswer() {
        Best<Integer> best = program.made(100);
        best.offer(99);
        best.offer(98);
        program.bests.flush();
        program.bests.flush();
        assertThat(program.told()).containsExactly(99, 98);
        assertThat(program.bests.told()).isEqualTo(2);
    }

    @Test
    void shouldCompareWhatIsHeardThoughNobodyAsks() {
        Best<Integer> best = program.made(100);
        program.bests.hear(ID, codec.encode(30));
        program.bests.hear(ID, codec.encode(70));
        program.bests.hear(8, codec.encode(1));
        program.bests.tick();
        assertThat(best.get()).isEqualTo(30);
        assertThat(program.told)
                .as("others have heard it from where it was found")
                .isEmpty();
    }

    @Test
    void shouldTellWhoeverAsksThatAValueCouldNotBeCompared() {
        Best<Integer> best = program.made(100);
        program.bests.hear(ID, codec.encode("text"));
        program.bests.hear(ID, codec.encode(20));
        assertThatThrownBy(best::get)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("found one from another process that cannot: java.lang.ClassCastException")
                .hasCauseInstanceOf(ClassCastException.class);
        assertThatThrownBy(() -> best.offer(1)).isInstanceOf(IllegalStateException.class);
        assertThat(program.faults).hasSize(1).first().isInstanceOf(ClassCastException.class);
    }

    /** Calls with variables of JShell have classes to themselves. */
    @Test
    void shouldExchangeBetweenCallsOfDifferentClasses() {
        byte[] call = codec.encode(program.made(100));
        Best<Integer> one = engine.read(call, codec);
        Best<Integer> other = engine.read(call, new StreamCodec());
        one.offer(10);
        assertThat(other.get()).isEqualTo(10);
        assertThat(engine.told()).containsExactly(10);
    }

    @Test
    void shouldBindWhatComesBackToItsMaker() {
        Best<Integer> made = program.made(100);
        Object back = Objects.requireNonNull(codec.decode(codec.encode(made)));
        assertThat(program.bests.boundIfOwn("text")).isEqualTo("text");
        @SuppressWarnings("unchecked")
        Best<Integer> bound = (Best<Integer>) program.bests.boundIfOwn(back);
        bound.offer(3);
        assertThat(made.get()).isEqualTo(3);
        @SuppressWarnings("unchecked")
        Best<Integer> elsewhere = (Best<Integer>) engine.bests.boundIfOwn(back);
        assertThatThrownBy(elsewhere::get)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("expected a best value where it was made");
    }

    @Test
    void shouldRefuseWhatCannotBeSent() {
        Best<byte[]> best = program.bests.make(
                ID, new byte[1], Comparator.comparing((byte[] all) -> -all.length), codec, codec::encode);
        assertThatThrownBy(() -> best.offer(new byte[2 << 20]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected a best value of at most 1048576 bytes, found one of ");
        assertThat(best.get()).hasSize(1);
        assertThat(best.offer(new byte[900_000])).isTrue();
        Best<Object> any = program.bests.make(8, "first", Comparator.comparing(Object::hashCode), codec, codec::encode);
        assertThatThrownBy(() -> any.offer(new Object() {
                    @Override
                    public int hashCode() {
                        return Integer.MIN_VALUE;
                    }
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("BestsTest");
    }
}
