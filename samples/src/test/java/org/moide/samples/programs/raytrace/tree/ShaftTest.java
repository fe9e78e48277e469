package org.moide.samples.programs.raytrace.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ShaftTest {
    private static final int TRIANGLES = 400;

    /** Many small random triangles in a cube of side 10. */
    private static final class Crumbs implements Solids.Source {
        private final double[] numbers = new double[9 * TRIANGLES];

        Crumbs(SplittableRandom random) {
            for (int triangle = 0; triangle < TRIANGLES; triangle++) {
                for (int axis = 0; axis < 3; axis++) {
                    double place = random.nextDouble(10.0);
                    for (int corner = 0; corner < 3; corner++) {
                        numbers[9 * triangle + 3 * corner + axis] = place + random.nextDouble();
                    }
                }
            }
        }

        @Override
        public int triangles() {
            return TRIANGLES;
        }

        @Override
        public int spheres() {
            return 0;
        }

        @Override
        public void triangle(int number, double[] into, int at) {
            System.arraycopy(numbers, 9 * number, into, at, 9);
        }

        @Override
        public void sphere(int number, double[] into, int at) {
            throw new IllegalArgumentException("no sphere " + number);
        }
    }

    private static double[] box(SplittableRandom random) {
        double[] box = new double[6];
        for (int axis = 0; axis < 3; axis++) {
            box[axis] = random.nextDouble(10.0);
            // Flat ones too, as elements of walls are.
            box[axis + 3] = box[axis] + (random.nextInt(3) == 0 ? 0.0 : random.nextDouble(2.0));
        }
        return box;
    }

    private static double within(double[] box, int axis, SplittableRandom random) {
        return box[axis] + random.nextDouble() * (box[axis + 3] - box[axis]);
    }

    @Test
    void shouldHaveAllThatAWayFromOneBoxToTheOtherMeetsAndLittleElse() {
        SplittableRandom random = new SplittableRandom(152);
        Crumbs crumbs = new Crumbs(random);
        Solids solids = new Solids(crumbs, 1);
        Shaft shaft = new Shaft();
        Probe probe = new Probe();
        long inside = 0;
        long met = 0;
        for (int pair = 0; pair < 300; pair++) {
            double[] one = box(random);
            double[] other = box(random);
            shaft.put(one, other);
            boolean[] isIn = new boolean[TRIANGLES];
            solids.inside(shaft, slot -> {
                isIn[slot] = shaft.touches(crumbs.numbers, 9 * solids.shape(slot), 3);
                return false;
            });
            for (boolean in : isIn) {
                inside += in ? 1 : 0;
            }
            for (int ray = 0; ray < 60; ray++) {
                double x = within(one, 0, random);
                double y = within(one, 1, random);
                double z = within(one, 2, random);
                double wayX = within(other, 0, random) - x;
                double wayY = within(other, 1, random) - y;
                double wayZ = within(other, 2, random) - z;
                double length = Math.sqrt(wayX * wayX + wayY * wayY + wayZ * wayZ);
                probe.aim(x, y, z, wayX / length, wayY / length, wayZ / length, length);
                int[] crossed = new int[1];
                solids.all(probe, (slot, meeting) -> {
                    assertThat(isIn[slot])
                            .as("pair with a triangle in slot %s", slot)
                            .isTrue();
                    crossed[0]++;
                    return false;
                });
                met += crossed[0];
            }
        }
        assertThat(met).isGreaterThan(1000);
        assertThat(inside).as("of 120,000 that are somewhere").isLessThan(60_000);
    }

    @Test
    void shouldStopLookingWhenItIsEnough() {
        Solids solids = new Solids(new Crumbs(new SplittableRandom(1)), 1);
        Shaft shaft = new Shaft();
        shaft.put(new double[] {0, 0, 0, 10, 10, 0}, new double[] {0, 0, 11, 10, 10, 11});
        int[] found = new int[1];
        solids.inside(shaft, slot -> ++found[0] == 5);
        assertThat(found[0]).isEqualTo(5);
    }
}
