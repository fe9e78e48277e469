package org.moide.samples.programs.raytrace.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.samples.programs.raytrace.scene.Shapes;
import org.moide.samples.programs.raytrace.scene.Vector3;
import org.moide.samples.programs.raytrace.tree.Packet;
import org.moide.samples.programs.raytrace.tree.Probe;

class GeometryTest {
    private static Vector3 point(Random random, double size) {
        return new Vector3(
                size * (random.nextDouble() - 0.5),
                size * (random.nextDouble() - 0.5),
                size * (random.nextDouble() - 0.5));
    }

    private static Vector3 direction(Random random) {
        // A third of the rays run along an axis or in a plane of axes: there the box test is at its most delicate.
        Vector3 any = point(random, 2);
        return switch (random.nextInt(6)) {
            case 0 -> new Vector3(Math.signum(any.x()), 0, 0);
            case 1 -> new Vector3(0, any.y(), any.z()).unit();
            default -> any.unit();
        };
    }

    private static Shapes random(long seed, int spheres, int triangles) {
        Random random = new Random(seed);
        Shapes.Builder builder = new Shapes.Builder();
        for (int i = 0; i < spheres; i++) {
            builder.sphere(point(random, 10), 0.05 + 0.5 * random.nextDouble(), 0);
        }
        for (int i = 0; i < triangles; i++) {
            Vector3 a = point(random, 10);
            // Every other one is flat in an axis: its box has no thickness.
            Vector3 flat = i % 2 == 0 ? new Vector3(1, 1, 1) : new Vector3(0, 1, 1);
            builder.triangle(a, beside(a, random, flat), beside(a, random, flat), 0);
        }
        return builder.build();
    }

    private static Vector3 beside(Vector3 a, Random random, Vector3 filter) {
        Vector3 off = point(random, 3);
        return a.plus(new Vector3(off.x() * filter.x(), off.y() * filter.y(), off.z() * filter.z()));
    }

    /** Returns the distance to the nearest shape, computed by textbook formulas and not by the code under test. */
    private static double bruteForce(Shapes shapes, Vector3 origin, Vector3 direction) {
        double nearest = Double.POSITIVE_INFINITY;
        for (int s = 0; s < shapes.sphereCount(); s++) {
            Vector3 to = origin.minus(shapes.centre(s));
            double b = to.dot(direction);
            double c = to.dot(to) - shapes.radius(s) * shapes.radius(s);
            double discriminant = b * b - c;
            if (discriminant >= 0) {
                for (double t : new double[] {-b - Math.sqrt(discriminant), -b + Math.sqrt(discriminant)}) {
                    nearest = t > 0 ? Math.min(nearest, t) : nearest;
                }
            }
        }
        for (int i = 0; i < shapes.triangleCount(); i++) {
            Vector3 a = shapes.corner(i, 0);
            Vector3 normal =
                    shapes.corner(i, 1).minus(a).cross(shapes.corner(i, 2).minus(a));
            double t = a.minus(origin).dot(normal) / direction.dot(normal);
            Vector3 hit = origin.plus(t, direction);
            boolean within = t > 0;
            for (int k = 0; k < 3; k++) {
                Vector3 from = shapes.corner(i, k);
                within &= shapes.corner(i, (k + 1) % 3)
                                .minus(from)
                                .cross(hit.minus(from))
                                .dot(normal)
                        >= 0;
            }
            nearest = within ? Math.min(nearest, t) : nearest;
        }
        return nearest;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 9, 100, 1000})
    void shouldFindWhatBruteForceFinds(int count) {
        Shapes shapes = random(count, count / 2, count - count / 2);
        Geometry geometry = new Geometry(shapes, 1);
        Random random = new Random(7);
        Probe probe = new Probe();
        int met = 0;
        for (int ray = 0; ray < 3000; ray++) {
            Vector3 origin = point(random, 14);
            Vector3 direction = direction(random);
            double expected = bruteForce(shapes, origin, direction);
            aim(probe, origin, direction);
            geometry.solids.nearest(probe);
            if (expected == Double.POSITIVE_INFINITY) {
                assertThat(probe.slot()).isEqualTo(Probe.NOTHING);
            } else {
                met++;
                assertThat(probe.slot()).isNotEqualTo(Probe.NOTHING);
                assertThat(probe.distance()).isCloseTo(expected, within(1e-9));
            }
            assertThat(isDark(geometry, origin, direction, expected * 1.001))
                    .isEqualTo(expected < Double.POSITIVE_INFINITY);
            assertThat(isDark(geometry, origin, direction, expected * 0.999)).isFalse();
        }
        assertThat(met).isGreaterThanOrEqualTo(count == 0 ? 0 : 1);
    }

    private static boolean isDark(Geometry geometry, Vector3 origin, Vector3 direction, double reach) {
        Probe probe = new Probe();
        probe.aim(origin.x(), origin.y(), origin.z(), direction.x(), direction.y(), direction.z(), reach);
        boolean[] found = new boolean[1];
        geometry.solids.all(probe, (slot, meeting) -> found[0] = true);
        return found[0];
    }

    private static void aim(Probe probe, Vector3 origin, Vector3 direction) {
        probe.aim(
                origin.x(),
                origin.y(),
                origin.z(),
                direction.x(),
                direction.y(),
                direction.z(),
                Double.POSITIVE_INFINITY);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.01, 0.3, 3})
    void shouldFindForARayInAPacketWhatItFindsForItAlone(double spread) {
        Shapes shapes = random(11, 400, 2000);
        Geometry geometry = new Geometry(shapes, 1);
        Random random = new Random(3);
        Packet packet = new Packet();
        Probe probe = new Probe();
        int met = 0;
        for (int round = 0; round < 150; round++) {
            Vector3 from = point(random, 14);
            Vector3 toward = direction(random);
            double reach = round % 3 == 0 ? 4 : Double.POSITIVE_INFINITY;
            packet.clear();
            int count = 1 + random.nextInt(Packet.MOST);
            for (int ray = 0; ray < count; ray++) {
                Vector3 origin = round % 2 == 0 ? from : from.plus(point(random, spread));
                Vector3 d = toward.plus(point(random, spread)).unit();
                packet.add(origin.x(), origin.y(), origin.z(), d.x(), d.y(), d.z(), reach);
            }
            geometry.solids.nearest(packet);
            boolean[] blocked = new boolean[count];
            int[] slots = new int[count];
            for (int ray = 0; ray < count; ray++) {
                set(probe, packet, ray, reach);
                geometry.solids.nearest(probe);
                assertThat(packet.slot(ray)).isEqualTo(probe.slot());
                assertThat(packet.distance(ray)).isEqualTo(probe.distance());
                slots[ray] = probe.slot();
                met += probe.slot() == Probe.NOTHING ? 0 : 1;
            }
            Packet again = new Packet();
            for (int ray = 0; ray < count; ray++) {
                again.add(
                        packet.originX(ray),
                        packet.originY(ray),
                        packet.originZ(ray),
                        packet.directionX(ray),
                        packet.directionY(ray),
                        packet.directionZ(ray),
                        reach);
            }
            geometry.solids.blocked(again, (ray, slot) -> blocked[ray] = true);
            for (int ray = 0; ray < count; ray++) {
                assertThat(blocked[ray]).isEqualTo(slots[ray] != Probe.NOTHING);
            }
        }
        assertThat(met).isGreaterThan(1000);
    }

    private static void set(Probe probe, Packet packet, int ray, double reach) {
        probe.aim(
                packet.originX(ray),
                packet.originY(ray),
                packet.originZ(ray),
                packet.directionX(ray),
                packet.directionY(ray),
                packet.directionZ(ray),
                reach);
    }

    @Test
    void shouldBuildTheSameTreeWithAnyNumberOfThreads() {
        Shapes shapes = random(4, 30_000, 60_000);
        Geometry one = new Geometry(shapes, 1);
        for (int threads : new int[] {2, 5}) {
            Geometry more = new Geometry(shapes, threads);
            for (int slot = 0; slot < one.solids.count(); slot++) {
                assertThat(more.solids.shape(slot)).isEqualTo(one.solids.shape(slot));
            }
            Random random = new Random(1);
            Probe probe = new Probe();
            for (int ray = 0; ray < 200; ray++) {
                Vector3 origin = point(random, 14);
                Vector3 direction = direction(random);
                aim(probe, origin, direction);
                one.solids.nearest(probe);
                int slot = probe.slot();
                aim(probe, origin, direction);
                more.solids.nearest(probe);
                assertThat(probe.slot()).isEqualTo(slot);
            }
        }
    }

    @Test
    void shouldBearManyShapesInOnePlace() {
        Shapes.Builder builder = new Shapes.Builder();
        for (int i = 0; i < 5000; i++) {
            builder.sphere(new Vector3(1, 2, 3), 0.5, 0);
        }
        Probe probe = new Probe();
        aim(probe, new Vector3(1, 2, 10), new Vector3(0, 0, -1));
        new Geometry(builder.build(), 1).solids.nearest(probe);
        assertThat(probe.distance()).isCloseTo(6.5, within(1e-12));
    }

    @Test
    void shouldBuildADeepTreeWithoutOverflow() {
        // Each sixteen times as far and as big as the one before: every cut by bins takes off one only.
        Shapes.Builder builder = new Shapes.Builder();
        for (int i = 0; i < 240; i++) {
            double place = Math.pow(16, i - 120.0);
            builder.sphere(new Vector3(place, 0, 0), place / 10, 0);
        }
        // The ray meets all of them, the smallest first, so that all others wait on the stack.
        Probe probe = new Probe();
        aim(probe, new Vector3(-1, 0, 0), new Vector3(1, 0, 0));
        new Geometry(builder.build(), 1).solids.nearest(probe);
        assertThat(probe.distance()).isCloseTo(1, within(1e-12));
    }

    @Test
    void shouldNotLetARaySlipBetweenNeighbours() {
        Random random = new Random(5);
        Vector3[] around = new Vector3[8];
        Shapes.Builder builder = new Shapes.Builder();
        for (int i = 0; i < around.length; i++) {
            double angle = 2 * Math.PI * i / around.length;
            around[i] = new Vector3(Math.cos(angle), Math.sin(angle), 0.3 * random.nextDouble());
        }
        Vector3 middle = new Vector3(0.1, 0.05, 0.2);
        for (int i = 0; i < around.length; i++) {
            builder.triangle(middle, around[i], around[(i + 1) % around.length], 0);
        }
        Geometry geometry = new Geometry(builder.build(), 1);
        Probe probe = new Probe();
        for (int i = 0; i < 20_000; i++) {
            Vector3 edge = middle.plus(random.nextDouble(), around[random.nextInt(around.length)].minus(middle));
            Vector3 origin = point(random, 2).plus(new Vector3(0, 0, 5));
            aim(probe, origin, edge.minus(origin).unit());
            geometry.solids.nearest(probe);
            double rim = Math.max(Math.abs(edge.x()), Math.abs(edge.y()));
            if (rim < 0.6) {
                assertThat(probe.slot()).as("ray %s", i).isNotEqualTo(Probe.NOTHING);
            }
        }
    }

    @Test
    void shouldMixNormalsOfSmoothTriangles() {
        Shapes.Builder builder = new Shapes.Builder();
        builder.triangle(Vector3.ZERO, new Vector3(1, 0, 0), new Vector3(0, 1, 0), 0);
        Geometry geometry = new Geometry(builder.build(), 1);
        Probe probe = new Probe();
        aim(probe, new Vector3(0.25, 0.25, 1), new Vector3(0, 0, -1));
        geometry.solids.nearest(probe);
        Vector3 face = geometry.faceNormal(probe.slot(), new Vector3(0.25, 0.25, 0));
        assertThat(face).isEqualTo(new Vector3(0, 0, 1));
        assertThat(geometry.shadingNormal(probe.slot(), face, probe.u(), probe.v()))
                .isEqualTo(face);
        assertThat(probe.u()).isCloseTo(0.25, within(1e-15));
    }
}
