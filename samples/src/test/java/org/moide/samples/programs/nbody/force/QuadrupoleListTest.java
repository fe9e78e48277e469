package org.moide.samples.programs.nbody.force;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class QuadrupoleListTest {
    private static final double SOFTENING = 0.3;

    /** The number of cells. It is more than one piece of the list holds, so that two pieces are used. */
    private static final int CELLS = 70;

    @Test
    void shouldDoWhatTheMassesOfACellDoBeyondItsCentre() {
        Random random = new Random(5);
        PointList masses = new PointList();
        PointList centres = new PointList();
        double[] nodes = new double[3 * CELLS];
        double[] quadrupoles = new double[QuadrupoleList.NUMBERS * CELLS];
        int[] indices = new int[CELLS];
        for (int cell = 0; cell < CELLS; cell++) {
            indices[cell] = cell;
            // Two masses of 0.5, as far from their centre on both sides.
            double[] arm = {0.2 * random.nextGaussian(), 0.2 * random.nextGaussian(), 0.2 * random.nextGaussian()};
            double[] centre = {3.0 + random.nextDouble(), random.nextDouble(), 2.0 - random.nextDouble()};
            for (double side : new double[] {-1.0, 1.0}) {
                masses.add(centre[0] + side * arm[0], centre[1] + side * arm[1], centre[2] + side * arm[2], 0.5);
            }
            centres.add(centre[0], centre[1], centre[2], 1.0);
            System.arraycopy(centre, 0, nodes, 3 * cell, 3);
            double[] moments = {
                arm[0] * arm[0], arm[1] * arm[1], arm[2] * arm[2], arm[0] * arm[1], arm[0] * arm[2], arm[1] * arm[2]
            };
            System.arraycopy(moments, 0, quadrupoles, QuadrupoleList.NUMBERS * cell, QuadrupoleList.NUMBERS);
        }
        DoubleAttraction exact = new DoubleAttraction(SOFTENING);
        exact.take(masses, 0.0, 0.0, 0.0);
        DoubleAttraction coarse = new DoubleAttraction(SOFTENING);
        coarse.take(centres, 0.0, 0.0, 0.0);
        QuadrupoleList list = new QuadrupoleList(SOFTENING);
        list.units(CELLS, 5.0);
        list.begin(0.1, 0.2, 0.3);
        list.addAll(nodes, 3, quadrupoles, indices, CELLS);
        list.complete();

        exact.at(0.2, 0.1, 0.4);
        coarse.at(0.2, 0.1, 0.4);
        list.at(0.2, 0.1, 0.4);

        double x = exact.ax - coarse.ax;
        double y = exact.ay - coarse.ay;
        double z = exact.az - coarse.az;
        double missing = Math.sqrt(x * x + y * y + z * z);
        assertThat(list.ax).isCloseTo(x, within(0.05 * missing));
        assertThat(list.ay).isCloseTo(y, within(0.05 * missing));
        assertThat(list.az).isCloseTo(z, within(0.05 * missing));
        double potential = exact.potential(0.2, 0.1, 0.4) - coarse.potential(0.2, 0.1, 0.4);
        assertThat(list.potential(0.2, 0.1, 0.4)).isCloseTo(potential, within(0.05 * Math.abs(potential)));
    }
}
