package org.moide.samples.programs.raytrace.scene;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads Wavefront's MTL files: {@code Kd}, {@code Ks}, {@code Ns}, {@code Ke}, {@code Ni}, {@code Tf}, {@code d} or
 * {@code Tr}, and {@code illum}, of which 3, 5 and 8 mirror, and 4, 6, 7 and 9 let light through. Textures and all else are
 * passed over.
 */
final class MtlReader {
    private static final Set<String> PASSED_OVER = Set.of(
            "Ka",
            "sharpness",
            "bump",
            "disp",
            "decal",
            "refl",
            "norm",
            "Pr",
            "Pm",
            "Ps",
            "Pc",
            "Pcr",
            "aniso",
            "anisor",
            "map_Ka",
            "map_Kd",
            "map_Ks",
            "map_Ke",
            "map_Ns",
            "map_d",
            "map_bump",
            "map_Bump",
            "map_Pr",
            "map_Pm",
            "map_Ps",
            "map_Pc",
            "map_aat",
            "map_Disp",
            "map_refl",
            "map_Tr",
            "map_Kn",
            "Km",
            "fr",
            "ft");
    private static final Set<Integer> MIRRORS = Set.of(3, 5, 8);
    private static final Set<Integer> CLEAR = Set.of(4, 6, 7, 9);
    private static final int MOST_SHININESS = 100_000;
    private static final double MOST_REFRACTION = 10;
    private static final double MOST_EMITTED = 1e6;

    private final Map<String, Material> materials = new LinkedHashMap<>();
    private String name = "";
    private Colour diffuse = Colour.BLACK;
    private Colour specular = Colour.BLACK;
    private Colour emit = Colour.BLACK;
    private Colour filter = Colour.BLACK;
    private double shininess;
    private double refraction;
    private double opacity;
    private int model;

    private MtlReader() {}

    /**
     * Reads materials by name.
     *
     * @param file the name that messages begin with
     * @throws SceneFormatException if it is none; the message says where, what was expected and what was found
     */
    static Map<String, Material> read(String file, String text) {
        MtlReader reader = new MtlReader();
        int lineNumber = 0;
        for (String line : (Iterable<String>) text.lines()::iterator) {
            lineNumber++;
            List<Word> words = Statement.wordsOf(line, lineNumber);
            if (!words.isEmpty()) {
                reader.line(Statement.of(file, words));
            }
        }
        reader.end();
        return reader.materials;
    }

    private void line(Statement statement) {
        String keyword = statement.keyword();
        if (keyword.equals("newmtl")) {
            end();
            begin(statement);
            return;
        }
        if (PASSED_OVER.contains(keyword)) {
            return;
        }
        if (name.isEmpty()) {
            throw statement.atKeyword("expected 'newmtl' before anything else, found '" + keyword + "'");
        }
        switch (keyword) {
            case "Kd" -> diffuse = colour(statement, 1);
            case "Ks" -> specular = colour(statement, 100);
            case "Ke" -> emit = colour(statement, MOST_EMITTED);
            case "Tf" -> filter = colour(statement, 1);
            case "Ns" -> shininess = statement.number(keyword, 0, MOST_SHININESS);
            case "Ni" -> refraction = statement.number(keyword, 0, MOST_REFRACTION);
            case "d" -> opacity = statement.number(keyword, 0, 1);
            case "Tr" -> opacity = 1 - statement.number(keyword, 0, 1);
            case "illum" -> model = statement.integer(keyword, 0, 10);
            default ->
                throw statement.atKeyword(
                        "expected newmtl, Kd, Ks, Ns, Ke, Ni, Tf, d, Tr, illum or another keyword of the"
                                + " MTL format, found '" + keyword + "'");
        }
        statement.end();
    }

    private static Colour colour(Statement statement, double most) {
        String what = statement.keyword();
        double red = statement.number(what, 0, most);
        if (!statement.hasMore()) {
            return Colour.grey(red);
        }
        return new Colour(
                red, statement.number(what + " (green)", 0, most), statement.number(what + " (blue)", 0, most));
    }

    private void begin(Statement statement) {
        name = statement.rest("a name for the material");
        if (materials.containsKey(name)) {
            throw statement.atLast("expected a new name for the material, found '" + name + "', which is taken");
        }
        diffuse = Colour.BLACK;
        specular = Colour.BLACK;
        emit = Colour.BLACK;
        filter = Colour.BLACK;
        shininess = 50;
        refraction = 1.5;
        opacity = 1;
        model = 2;
    }

    private void end() {
        if (name.isEmpty()) {
            return;
        }
        boolean isClear = CLEAR.contains(model) || opacity < 1;
        Colour through = filter.isBlack() ? Colour.grey(opacity < 1 ? 1 - opacity : 1) : filter;
        boolean mirrors = !isClear && MIRRORS.contains(model);
        materials.put(
                name,
                new Material(
                        name,
                        Texture.solid(diffuse),
                        model >= 2 ? specular : Colour.BLACK,
                        (int) Math.max(1, Math.round(shininess)),
                        mirrors ? atMostOne(specular) : Colour.BLACK,
                        isClear ? through : Colour.BLACK,
                        isClear ? Math.max(1, refraction) : 1,
                        Colour.BLACK,
                        emit));
    }

    private static Colour atMostOne(Colour colour) {
        return new Colour(Math.min(1, colour.red()), Math.min(1, colour.green()), Math.min(1, colour.blue()));
    }
}
