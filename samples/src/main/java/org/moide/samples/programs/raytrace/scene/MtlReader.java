package org.moide.samples.programs.raytrace.scene;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.engine.UsageException;
import org.moide.samples.text.TextLines;

/**
 * Reads Wavefront's MTL files: {@code Kd}, {@code Ks}, {@code Ns}, {@code Ke}, {@code Ni}, {@code Tf}, {@code Kt},
 * {@code d} or {@code Tr}, and {@code illum}, of which 3, 5 and 8 mean reflection, and 4, 6, 7 and 9 may mean
 * transparency. Pictures on surfaces and keywords for other models of light are ignored with a note. One object for
 * each file; used by one thread.
 */
final class MtlReader {
    private static final int MOST_LINE_BYTES = 1 << 16;
    private static final int MOST_MATERIALS = 100_000;
    private static final Set<Integer> MIRRORS = Set.of(3, 5, 8);
    private static final Set<Integer> CLEAR = Set.of(4, 6, 7, 9);
    private static final int LEAST_FILTERED = 4;
    private static final double MOST_SHININESS = 100_000;
    private static final double MOST_REFRACTION = 10;
    private static final double MOST_EMITTED = 1e6;
    /** The difference up to which two numbers count as equal. Files have few decimals. */
    private static final double SAME = 1e-3;
    /** The brightness that is assumed for a surface whose colour is given only by a picture. */
    private static final double UNKNOWN_COLOUR = 0.8;

    private static final String TEXTURES = "pictures on surfaces are not read; the colour is that of Kd, or a grey of "
            + UNKNOWN_COLOUR + " if there is none";
    private static final String OTHER_MODELS = "the picture is made by Kd, Ks, Ns, Ke, Ni, Tf, d and illum";
    private static final String HALO = "a surface lets the same part through wherever it is seen from";
    private static final String OPAQUE = "light is filtered only where illum is 4 to 9, and Ni or d say that it passes";
    private static final String CONTRADICTED = "d goes before Tr";
    private static final String NEGATIVE = "below 0 it is taken as 0";
    private static final String BELOW_ONE = "below 1 it is taken as 1";

    /**
     * The keywords that are ignored, in lower case, each with the reason. One keyword has no reason, because nearly
     * every file has it.
     */
    private static final Map<String, String> PASSED_OVER = new HashMap<>();

    static {
        PASSED_OVER.put("ka", ""); // the scene defines the ambient light
        List.of("bump", "disp", "decal", "refl", "norm").forEach(word -> PASSED_OVER.put(word, TEXTURES));
        List.of("pr", "pm", "ps", "pc", "pcr", "aniso", "anisor", "sharpness", "km", "fr", "ft")
                .forEach(word -> PASSED_OVER.put(word, OTHER_MODELS));
    }

    private final TextLines lines;
    private final Notes notes;
    private final Map<String, Material> materials = new LinkedHashMap<>();
    private final Map<String, UsageException> wrong = new HashMap<>();
    private @Nullable UsageException broken;
    private @Nullable Block block;

    /** The lines that describe one material, those after its {@code newmtl} line. */
    private static final class Block {
        final String name;
        final int line;

        @Nullable
        UsageException wrong;

        @Nullable
        Colour diffuse;

        Colour specular = Colour.BLACK;
        Colour emit = Colour.BLACK;
        Colour filter = Colour.WHITE;
        Colour transmit = Colour.BLACK;
        double shininess = 50;
        double refraction = 1;
        double opacity = Double.NaN;
        double transparency = Double.NaN;
        int model = 2;
        boolean isPainted;

        Block(String name, int line) {
            this.name = name;
            this.line = line;
        }
    }

    /**
     * The materials of a file.
     *
     * @param materials the valid ones, by name
     * @param wrong for each invalid one, the error; it is reported only if a face has the material
     * @param broken an error outside of the materials; null if there is none
     */
    record Library(
            Map<String, Material> materials,
            Map<String, UsageException> wrong,
            @Nullable UsageException broken) {}

    private MtlReader(String file, byte[] bytes) {
        lines = TextLines.of(file, bytes, MOST_LINE_BYTES);
        notes = new Notes(file);
    }

    /**
     * Reads the materials of a file.
     *
     * @param file the name with which messages begin
     * @param user takes notes about ignored lines
     * @throws UsageException if the file is not a text
     */
    static Library read(String file, byte[] bytes, Consumer<String> user) {
        MtlReader reader = new MtlReader(file, bytes);
        while (reader.lines.next()) {
            reader.line();
        }
        reader.endBlock();
        reader.notes.tell(user);
        return new Library(reader.materials, reader.wrong, reader.broken);
    }

    private void line() {
        lines.joinAfter('\\');
        if (!lines.begins('#')) {
            return;
        }
        try {
            lines.take();
            if (lines.lowerWord().equals("newmtl")) {
                endBlock();
                beginBlock();
            } else {
                statement(lines.lowerWord());
            }
        } catch (UsageException found) {
            if (block == null) {
                broken = broken == null ? found : broken;
            } else if (block.wrong == null) {
                block.wrong = found;
            }
        }
    }

    private void beginBlock() {
        block = null;
        String name = ObjReader.name(lines);
        if (name.isEmpty()) {
            throw lines.wrong("expected a name for the material behind newmtl, found none");
        }
        if (materials.size() + wrong.size() >= MOST_MATERIALS) {
            throw lines.wrong("expected at most " + MOST_MATERIALS + " materials, found one more");
        }
        block = new Block(name, lines.number());
    }

    private void statement(String keyword) {
        Block into = block;
        String passedOver = keyword.startsWith("map_") ? TEXTURES : PASSED_OVER.get(keyword);
        if (passedOver != null) {
            if (!passedOver.isEmpty()) {
                notes.pass(lines.number(), lines.word(), passedOver);
            }
            if (into != null && keyword.equals("map_kd")) {
                into.isPainted = true;
            }
        } else if (into == null) {
            throw lines.expected("'newmtl' with a name before anything else");
        } else {
            String word = lines.word();
            set(into, keyword, word);
            lines.requireEnd(word, '#');
        }
    }

    private void set(Block into, String keyword, String word) {
        switch (keyword) {
            case "kd" -> into.diffuse = colour(word, 1);
            case "ks" -> into.specular = colour(word, 100);
            case "ke" -> into.emit = colour(word, MOST_EMITTED);
            case "tf" -> into.filter = colour(word, 1);
            case "kt" -> into.transmit = colour(word, 1);
            case "ns" -> {
                into.shininess = lines.number(word, -MOST_SHININESS, MOST_SHININESS);
                if (into.shininess < 0) {
                    notes.pass(lines.number(), word, NEGATIVE);
                }
            }
            case "ni" -> into.refraction = lines.number(word, 0, MOST_REFRACTION);
            case "d" -> {
                lines.take();
                if (lines.isWord("-halo")) {
                    notes.pass(lines.number(), "-halo", HALO);
                    lines.take();
                }
                into.opacity = lines.wordAsNumber(word, 0, 1, false);
            }
            case "tr" -> into.transparency = lines.number(word, 0, 1);
            case "illum" -> into.model = (int) lines.whole(word, 0, 9);
            default ->
                throw lines.expected(
                        "newmtl, Kd, Ks, Ns, Ke, Ni, Tf, Kt, d, Tr, illum or another keyword of the MTL" + " format");
        }
    }

    private Colour colour(String what, double most) {
        double red = lines.number(what, 0, most);
        if (!lines.begins('#')) {
            return Colour.grey(red);
        }
        return new Colour(red, lines.number(what + "'s green", 0, most), lines.number(what + "'s blue", 0, most));
    }

    private void endBlock() {
        Block ended = block;
        if (ended == null) {
            return;
        }
        if (ended.wrong != null) {
            if (!materials.containsKey(ended.name)) {
                wrong.putIfAbsent(ended.name, ended.wrong);
            }
            return;
        }
        Material made = material(ended);
        Material known = materials.putIfAbsent(ended.name, made);
        if (known != null && !known.equals(made)) {
            wrong.putIfAbsent(
                    ended.name,
                    lines.wrong(
                            ended.line,
                            "expected a new name for the material, found '" + TextLines.shown(ended.name)
                                    + "', which another one above has"));
        }
    }

    private Material material(Block of) {
        double opacity = of.opacity;
        if (Double.isNaN(opacity)) {
            opacity = Double.isNaN(of.transparency) ? 1 : 1 - of.transparency;
        } else if (Math.abs(1 - of.transparency - opacity) > SAME) {
            notes.pass(of.line, "Tr", CONTRADICTED);
        }
        Colour through = through(of, opacity);
        boolean isClear = !through.isBlack();
        if (isClear && of.refraction < 1) {
            notes.pass(of.line, "Ni", BELOW_ONE);
        }
        Colour unknown = of.isPainted ? Colour.grey(UNKNOWN_COLOUR) : Colour.BLACK;
        boolean mirrors = !isClear && MIRRORS.contains(of.model);
        return new Material(
                of.name,
                Texture.solid(of.diffuse == null ? unknown : of.diffuse),
                of.model >= 2 ? of.specular : Colour.BLACK,
                (int) Math.max(1, Math.round(of.shininess)),
                mirrors ? atMostOne(of.specular) : Colour.BLACK,
                through,
                isClear ? Math.max(1, of.refraction) : 1,
                Colour.BLACK,
                of.emit);
    }

    /**
     * Returns the light that a material lets through. Exporters also write {@code illum 4}, {@code Tf 1 1 1} and {@code
     * Ni 1} for opaque materials, so only {@code d}, or an {@code Ni} other than that of air, makes it transparent;
     * {@code Tf} then has the colour.
     */
    private Colour through(Block of, double opacity) {
        boolean isGlass = CLEAR.contains(of.model) && of.refraction > 1;
        boolean isFiltered = of.model >= LEAST_FILTERED && (isGlass || opacity < 1);
        if (!isFiltered && !of.filter.equals(Colour.WHITE) && !of.filter.isBlack()) {
            notes.pass(of.line, "Tf", OPAQUE);
        }
        if (opacity == 1 && !isGlass) {
            return of.transmit;
        }
        Colour through = opacity < 1 ? Colour.grey(1 - opacity) : Colour.WHITE;
        through = of.transmit.isBlack() ? through : through.times(of.transmit);
        // A Tf of 0 after a transparent d comes from a template, too.
        return !isFiltered || (opacity < 1 && of.filter.isBlack()) ? through : through.times(of.filter);
    }

    private static Colour atMostOne(Colour colour) {
        return new Colour(Math.min(1, colour.red()), Math.min(1, colour.green()), Math.min(1, colour.blue()));
    }
}
