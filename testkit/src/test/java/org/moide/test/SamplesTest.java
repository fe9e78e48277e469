package org.moide.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.moide.samples.primers.Mandelbrot;
import org.moide.samples.primers.Pi;
import org.moide.samples.primers.Queens;
import org.moide.samples.primers.Stencil;
import org.moide.samples.programs.alignments.Alignments;
import org.moide.samples.programs.blockmatch.BlockMatch;
import org.moide.samples.programs.cg.Cg;
import org.moide.samples.programs.genetic.Genetic;
import org.moide.samples.programs.matmul.MatMul;
import org.moide.samples.programs.nbody.Nbody;
import org.moide.samples.programs.quadrature.Quadrature;
import org.moide.samples.programs.radiosity.Radiosity;
import org.moide.samples.programs.tsp.Tsp;
import org.moide.samples.programs.uts.Uts;

/**
 * Tests that the samples give the same results when they lose engines and connections. {@code
 * -Dmoide.test.seeds=10000} runs that many seeds of each, in hours. {@link WorkerSamplesTest} has the samples of
 * workers, and runs in parallel.
 */
class SamplesTest {
    private static final int SEEDS = 1;

    /** The digest of the plate's final values, which is the same with any number of engines. */
    static final String PLATE = "8f895e2fa1293d4cbc96e88343f8721f7819e9ec1b0b8a1970235bfd8c89a49b";

    @SimulatedCluster(
            application = Pi.class,
            arguments = {"--steps", "100000", "--tasks", "20"},
            seeds = SEEDS,
            kills = 2,
            cuts = 1)
    void pi(SimulatedOutcome outcome) {
        assertEquals(Math.PI, (double) outcome.result("pi"), 1e-10);
    }

    @SimulatedCluster(
            application = Quadrature.class,
            arguments = {"--tolerance", "1e-3", "--bundle", "500"},
            seeds = SEEDS,
            kills = 2,
            cuts = 1)
    void quadrature(SimulatedOutcome outcome) {
        assertEquals(3_269_016.7004, (double) outcome.result("value"), 1e-3);
    }

    @SimulatedCluster(
            application = Queens.class,
            arguments = {"--size", "6", "--prefix", "2"},
            seeds = SEEDS,
            kills = 2,
            cuts = 1)
    void queens(SimulatedOutcome outcome) {
        assertEquals(4L, outcome.result("solutions"));
    }

    @SimulatedCluster(
            application = Mandelbrot.class,
            arguments = {"--size", "40", "--bands", "7", "--limit", "50", "--picture", "none"},
            seeds = SEEDS,
            kills = 2,
            cuts = 1)
    void mandelbrot(SimulatedOutcome outcome) {
        assertEquals(19_680L, outcome.result("iterations"));
    }

    @SimulatedCluster(
            application = Uts.class,
            arguments = {"--tree", "TINY", "--bundle", "1000", "--split", "64"},
            seeds = SEEDS,
            kills = 2,
            cuts = 1)
    void uts(SimulatedOutcome outcome) {
        assertEquals(16_000L, outcome.result("nodes"));
        assertEquals(12_839L, outcome.result("leaves"));
    }

    @SimulatedCluster(
            application = Tsp.class,
            arguments = {"--input", "../samples/src/test/resources/org/moide/samples/programs/tsp/br17.atsp"},
            seeds = SEEDS,
            kills = 2,
            cuts = 1)
    void tsp(SimulatedOutcome outcome) {
        assertEquals(39L, ((Number) outcome.result("length")).longValue());
    }

    @SimulatedCluster(
            application = MatMul.class,
            arguments = {"--size", "40"},
            seeds = SEEDS,
            kills = 2,
            cuts = 1)
    void matmul(SimulatedOutcome outcome) {
        assertEquals(true, outcome.result("verified"));
    }

    @SimulatedCluster(
            application = Genetic.class,
            arguments = {"--individuals", "20", "--generations", "3", "--slice", "5", "--fitness-ms", "0.01:0.02"},
            seeds = SEEDS,
            kills = 2,
            cuts = 1)
    void genetic(SimulatedOutcome outcome) {
        assertEquals(101.97322197498083, (double) outcome.result("fitness"), 0);
    }

    @SimulatedCluster(
            application = Alignments.class,
            arguments = {"--sequences", "12", "--length", "30", "--block", "4", "--check"},
            seeds = SEEDS,
            kills = 2,
            cuts = 1)
    void alignments(SimulatedOutcome outcome) {
        assertEquals(-3_692_842_047_724_561_015L, outcome.result("checksum"));
    }

    @SimulatedCluster(
            application = BlockMatch.class,
            arguments = {"--frames", "3", "--size", "64x48", "--range", "3", "--check"},
            seeds = SEEDS,
            kills = 2,
            cuts = 1)
    void blockmatch(SimulatedOutcome outcome) {
        assertEquals(-1_921_836_085_605_225_939L, outcome.result("checksum"));
    }

    @SimulatedCluster(
            application = Stencil.class,
            arguments = {"--size", "40", "--steps", "40", "--checkpoint-every", "5", "--picture", "none"},
            seeds = SEEDS,
            kills = 2,
            cuts = 1)
    void stencil(SimulatedOutcome outcome) {
        assertEquals(PLATE, outcome.result("sha256"));
    }

    @SimulatedCluster(
            application = Cg.class,
            arguments = {"--class", "S"},
            engines = 2,
            threads = 1,
            seeds = 1,
            kills = 1,
            cuts = 1)
    void cg(SimulatedOutcome outcome) {
        assertEquals("successful", outcome.result("verification"));
    }

    @SimulatedCluster(
            application = Nbody.class,
            arguments = {"--bodies", "60", "--steps", "4", "--picture", "none", "--check"},
            seeds = SEEDS,
            kills = 2,
            cuts = 1)
    void nbody(SimulatedOutcome outcome) {
        assertTrue((double) outcome.result("forceErrorRms") < 0.02, "accuracy of forces");
        assertTrue((double) outcome.result("energyDrift") < 0.01, "energy");
    }

    @SimulatedCluster(
            application = Radiosity.class,
            arguments = {"--output", "none", "--accuracy", "0.01", "--passes", "3"},
            seeds = SEEDS,
            kills = 1,
            cuts = 1)
    void radiosity(SimulatedOutcome outcome) {
        assertEquals(1944L, outcome.result("interactions"));
        assertEquals(51.58893679289172, outcome.result("absorbedPower"));
    }
}
