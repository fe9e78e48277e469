package org.moide.samples.programs.raytrace.scene;

import java.util.List;
import org.moide.samples.programs.raytrace.scene.Texture.Pattern;

/** Reads a statement {@code material} of a scene file. */
final class MaterialReader {
    private static final List<String> ATTRIBUTES = List.of(
            "diffuse",
            "checker",
            "marble",
            "clouds",
            "specular",
            "shininess",
            "reflect",
            "transmit",
            "ior",
            "absorb",
            "emit");
    private static final int MOST_SHININESS = 100_000;
    /** The highest index of refraction that is allowed. Diamond has 2.4; numbers above 10 are typing errors. */
    private static final double MOST_REFRACTION = 10;

    private MaterialReader() {}

    static Material read(Statement statement, String name) {
        Texture texture = null;
        Colour specular = Colour.BLACK;
        int shininess = 50;
        Colour reflect = Colour.BLACK;
        Colour transmit = Colour.BLACK;
        double refraction = 1.5;
        Colour absorb = Colour.BLACK;
        Colour emit = Colour.BLACK;
        while (statement.hasMore()) {
            String attribute = statement.attribute(ATTRIBUTES);
            switch (attribute) {
                case "specular" -> specular = statement.colour(attribute, 100);
                case "shininess" -> shininess = statement.integer(attribute, 1, MOST_SHININESS);
                case "reflect" -> reflect = statement.colour(attribute, 1);
                case "transmit" -> transmit = statement.colour(attribute, 1);
                case "ior" -> refraction = statement.number(attribute, 1, MOST_REFRACTION);
                case "absorb" -> absorb = statement.colour(attribute, 1e9);
                case "emit" -> emit = statement.colour(attribute, 1e6);
                default -> {
                    if (texture != null) {
                        throw statement.atLast("expected one of diffuse, checker, marble and clouds, found a second: '"
                                + attribute + "'");
                    }
                    texture = texture(statement, attribute);
                }
            }
        }
        check(statement, reflect, transmit);
        if (texture == null) {
            texture = Texture.solid(Colour.BLACK);
        }
        return new Material(name, texture, specular, shininess, reflect, transmit, refraction, absorb, emit);
    }

    private static void check(Statement statement, Colour reflect, Colour transmit) {
        SceneReader.needWith(statement, "specular", "shininess");
        if (!transmit.isBlack() && !reflect.isBlack()) {
            throw statement.atKeyword("expected 'transmit' or 'reflect', found both: what transmits mirrors by itself, "
                    + "as its 'ior' says");
        }
        for (String attribute : List.of("ior", "absorb")) {
            if (transmit.isBlack() && statement.has(attribute)) {
                throw statement.atKeyword("expected 'transmit' above 0 with '" + attribute + "', found none");
            }
        }
    }

    private static Texture texture(Statement statement, String attribute) {
        Colour first = statement.colour(attribute, 1);
        if (attribute.equals("diffuse")) {
            return Texture.solid(first);
        }
        if (!statement.accept("and")) {
            statement.word("'and' and the second colour of " + attribute);
            throw statement.atLast("expected 'and' before the second colour of " + attribute);
        }
        Colour second = statement.colour("the second colour of " + attribute, 1);
        double size = statement.accept("size") ? statement.positive("size") : 1;
        Pattern pattern = switch (attribute) {
            case "checker" -> Pattern.CHECKER;
            case "marble" -> Pattern.MARBLE;
            default -> Pattern.CLOUDS;
        };
        return new Texture(pattern, first, second, size);
    }
}
