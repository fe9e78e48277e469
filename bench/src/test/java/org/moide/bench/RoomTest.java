package org.moide.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

/** The rooms of all modules, and that each rule fires where a room is too large for it. */
class RoomTest {
    private static final JavaClasses HOUSE = House.classes();
    private static final JavaClasses OFFENCE = new ClassFileImporter().importPackages("org.moide.bench.offence.circle");

    @Test
    void shouldHaveNoPackageWithMoreClassesThanAReaderCanHoldInMind() {
        assertThat(RoomRules.HOUSE.crowdedPackages(HOUSE))
                .as("packages of more than %d classes: make a package of what belongs together", 24)
                .isEmpty();
    }

    @Test
    void shouldHaveNoCircleOfMoreThanThreeClasses() {
        assertThat(RoomRules.HOUSE.circles(HOUSE))
                .as(
                        "classes that need each other in a circle: have one tell another by an interface of its own, or move"
                                + " what both need into a third")
                .isEmpty();
    }

    @Test
    void shouldHaveNoClassThatKnowsAllOthers() {
        assertThat(RoomRules.HOUSE.hubs(HOUSE))
                .as("classes that know more than %d types: give a part of the work to a class of its own", 25)
                .isEmpty();
    }

    @Test
    void shouldSeeAPackageThatIsTooLarge() {
        assertThat(new RoomRules(4, 3, 25).crowdedPackages(OFFENCE))
                .containsExactly("org.moide.bench.offence.circle: 5");
        assertThat(new RoomRules(5, 3, 25).crowdedPackages(OFFENCE)).isEmpty();
    }

    @Test
    void shouldSeeACircleThatIsTooLong() {
        assertThat(RoomRules.HOUSE.circles(OFFENCE))
                .containsExactly("org.moide.bench.offence.circle.Autumn, org.moide.bench.offence.circle.Spring,"
                        + " org.moide.bench.offence.circle.Summer, org.moide.bench.offence.circle.Winter");
        assertThat(new RoomRules(24, 4, 25).circles(OFFENCE)).isEmpty();
    }

    @Test
    void shouldSeeAClassThatKnowsTooMany() {
        assertThat(new RoomRules(24, 3, 3).hubs(OFFENCE)).containsExactly("org.moide.bench.offence.circle.Year: 4");
        assertThat(new RoomRules(24, 3, 4).hubs(OFFENCE)).isEmpty();
    }
}
