package org.moide.balance.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Tests stores of data objects and the directory in thousands of random histories: objects arrive late, in any order,
 * or not at all.
 */
class DataStoreSeedsTest {
    private static final int SEEDS = 2_000;
    private static final int STEPS = 400;

    @Test
    void shouldHaveWhatReadyTasksReadAndNeverTooMuchWhateverHappens() {
        for (int seed = 0; seed < SEEDS; seed++) {
            new History(seed).play();
        }
    }

    /** One store in a random history, with a driver that carries out the store's instructions at random times. */
    private static final class History {
        private static final int OBJECTS = 8;
        private static final long MEMORY = 100;

        private final int seed;
        private final SplittableRandom random;
        private final DataStore store = new DataStore(MEMORY);
        private final long[] bytes = new long[OBJECTS];
        private final Map<TaskClass, Long> waiting = new HashMap<>();
        private final Set<TaskClass> ready = new HashSet<>();
        private final Set<Long> here = new HashSet<>();
        private final Set<Long> coming = new HashSet<>();
        private final List<Runnable> mail = new ArrayList<>();
        private long nowNanos;
        private int begun;

        History(int seed) {
            this.seed = seed;
            this.random = new SplittableRandom(seed);
            for (int id = 0; id < OBJECTS; id++) {
                bytes[id] = random.nextInt(1, 35);
            }
        }

        void play() {
            for (int step = 0; step < STEPS; step++) {
                nowNanos += random.nextInt(1_000);
                switch (random.nextInt(4)) {
                    case 0 -> waiting.merge(draw(), 1L, Long::sum);
                    case 1 -> waiting.keySet().removeIf(one -> random.nextInt(8) == 0);
                    case 2 ->
                        ready.removeIf(one -> {
                            boolean idle = random.nextInt(3) == 0;
                            if (idle) {
                                store.idle(List.of(one));
                            }
                            return idle;
                        });
                    default -> deliverOne();
                }
                want();
            }
            settle();
            assertThat(begun).as("classes made ready, seed %d", seed).isPositive();
        }

        /**
         * Carries out the store's instructions until there are none left. Then all waiting classes must have begun,
         * since classes that are ready and idle make room for others.
         */
        private void settle() {
            for (int turn = 0; turn < 1_000 && !waiting.isEmpty(); turn++) {
                while (!mail.isEmpty()) {
                    deliverOne();
                }
                store.idle(List.copyOf(ready));
                ready.clear();
                want();
            }
            assertThat(waiting).as("what still waits, seed %d", seed).isEmpty();
        }

        private TaskClass draw() {
            long[] ids = new long[random.nextInt(1, 3)];
            for (int index = 0; index < ids.length; index++) {
                ids[index] = random.nextInt(OBJECTS);
            }
            return TaskClass.of(ids);
        }

        private void want() {
            List<ClassCount> counts = new ArrayList<>();
            waiting.forEach((one, tasks) -> counts.add(new ClassCount(one, tasks)));
            perform(store.want(counts, nowNanos));
        }

        private void deliverOne() {
            if (!mail.isEmpty()) {
                mail.remove(random.nextInt(mail.size())).run();
            }
        }

        private void perform(List<DataOutput> outputs) {
            for (DataOutput output : outputs) {
                if (output instanceof DataOutput.Locate locate) {
                    int holder = locate.sizesOnly() ? DataPlace.NOBODY : random.nextInt(3);
                    locate.ids()
                            .forEach(id -> mail.add(() ->
                                    perform(store.located(new DataPlace(id, bytes[Math.toIntExact(id)], holder)))));
                } else if (output instanceof DataOutput.Fetch fetch) {
                    assertThat(coming.add(fetch.id()) && !here.contains(fetch.id()))
                            .as("object %d is fetched once at a time, seed %d", fetch.id(), seed)
                            .isTrue();
                    mail.add(() -> arrive(fetch.id()));
                } else if (output instanceof DataOutput.Drop drop) {
                    assertThat(here.remove(drop.id()))
                            .as("what is dropped is here, seed %d", seed)
                            .isTrue();
                    assertThat(ready.stream().flatMap(one -> one.stream().boxed()))
                            .as("what is read, seed %d", seed)
                            .doesNotContain(drop.id());
                } else if (output instanceof DataOutput.ClassReady one) {
                    assertThat(here)
                            .as("here, seed %d", seed)
                            .containsAll(one.taskClass().stream().boxed().toList());
                    ready.add(one.taskClass());
                    waiting.remove(one.taskClass());
                    begun++;
                } else if (output instanceof DataOutput.Impossible impossible) {
                    throw new AssertionError(impossible.why());
                }
                long used = here.stream()
                        .mapToLong(id -> bytes[Math.toIntExact(id)])
                        .sum();
                assertThat(used).as("bytes here, seed %d", seed).isLessThanOrEqualTo(MEMORY);
            }
        }

        private void arrive(long id) {
            coming.remove(id);
            if (random.nextInt(5) == 0) {
                perform(store.failed(id));
            } else {
                here.add(id);
                perform(store.fetched(id, nowNanos));
            }
        }
    }
}
