package org.moide.samples.programs.raytrace.scene;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.moide.engine.UsageException;
import org.moide.samples.text.Numbers;
import org.moide.samples.text.TextLines;

/**
 * Reads the part of Wavefront's OBJ format that defines triangles and their materials: {@code v}, {@code vn}, {@code f}
 * with polygons (divided by {@link Polygon}) and indices from the end, {@code mtllib} and {@code usemtl}. Keywords that
 * have no effect here are ignored; if because of that another program's picture may look different, there is a note.
 * Surfaces that are not polygons are refused. One object for each file; used by one thread.
 */
public final class ObjReader {
    private static final int MOST_CORNERS = 4096;
    private static final int MOST_LIBRARIES = 100;
    private static final int MOST_POINTS = 3 * Shapes.MOST;
    /** The longest line, in bytes: a face with some thousand corners, each with three long numbers. */
    private static final int MOST_LINE_BYTES = 1 << 18;

    /**
     * Keywords that are ignored without a note: names and texture coordinates. Other programs show nothing else because
     * of them.
     */
    private static final Set<String> SILENT = Set.of("vt", "o", "g");

    private static final String NO_SURFACE = "points and curves have no surface that could be seen";
    private static final String DISPLAY = "they are about how other programs show, cut or group what is there";
    private static final String OF_CURVES = "they belong to curves and to surfaces that are not polygons";
    private static final String TEXTURES = "pictures on surfaces are not read";
    private static final String OTHER_SHAPES = "a mesh throws its own shadow and is mirrored as it is";
    private static final String SMOOTHING =
            "faces without normals are flat; 'smooth' in the scene's mesh statement rounds all of them";
    private static final String COLOURS = "a face has the colour of its material, not those of its points";
    private static final String WEIGHTS = "a point's weight counts in curves only";
    private static final String CROSSED =
            "a face whose outline crosses itself, or that is far from flat, may be cut in several ways";
    private static final Map<String, String> PASSED_OVER = new HashMap<>();

    static {
        List.of("p", "l", "curv", "curv2", "cdc").forEach(word -> PASSED_OVER.put(word, NO_SURFACE));
        List.of("mg", "bevel", "c_interp", "d_interp", "lod", "ctech", "stech")
                .forEach(word -> PASSED_OVER.put(word, DISPLAY));
        List.of("vp", "cstype", "deg", "bmat", "step", "parm", "trim", "hole", "scrv", "sp", "end", "con", "res")
                .forEach(word -> PASSED_OVER.put(word, OF_CURVES));
        List.of("usemap", "maplib").forEach(word -> PASSED_OVER.put(word, TEXTURES));
        List.of("shadow_obj", "trace_obj").forEach(word -> PASSED_OVER.put(word, OTHER_SHAPES));
    }

    private static final Set<String> CURVED = Set.of("surf", "bzp", "bsp", "cdp");
    private static final Set<String> COMMANDS = Set.of("call", "csh");

    private final TextLines lines;
    private final Notes notes;
    private final Doubles points = new Doubles();
    private final Doubles normals = new Doubles();
    private final Integers corners = new Integers();
    private final Integers cornerNormals = new Integers();
    private final Integers materials = new Integers();
    private final Map<String, Mesh.Named> names = new LinkedHashMap<>();
    private final List<Mesh.Named> libraries = new ArrayList<>();
    private final Polygon polygon = new Polygon(MOST_CORNERS);
    private final int[] point = new int[MOST_CORNERS];
    private final int[] normal = new int[MOST_CORNERS];
    private int material = Mesh.NONE;
    private int bareLine;
    private boolean smoothing;
    private boolean hasZeroNormals;

    private ObjReader(String file, byte[] bytes) {
        lines = TextLines.of(file, bytes, MOST_LINE_BYTES);
        notes = new Notes(file);
    }

    /**
     * Reads a mesh from a text.
     *
     * @param file the name with which messages begin
     * @throws UsageException if the text is not a mesh; the message says where, what was expected and what was found
     */
    public static Mesh read(String file, String text) {
        return read(file, text.getBytes(StandardCharsets.UTF_8), note -> {});
    }

    /**
     * Reads a mesh from a file's bytes, a million triangles or more in a second.
     *
     * @param file the name with which messages begin
     * @param user takes notes about ignored lines
     * @throws UsageException if the bytes are not a mesh; the message says where, what was expected and what was found
     */
    public static Mesh read(String file, byte[] bytes, Consumer<String> user) {
        ObjReader reader = new ObjReader(file, bytes);
        Mesh mesh = reader.read();
        reader.notes.tell(user);
        return mesh;
    }

    private Mesh read() {
        while (lines.next()) {
            lines.joinAfter('\\');
            lines.take();
            if (lines.isWord("v")) {
                point();
            } else if (lines.isWord("f")) {
                face();
            } else if (lines.isWord("vn")) {
                normal();
            } else if (!lines.isWord("vt") && !lines.isWord("") && !lines.wordBegins('#')) {
                statement(lines.word());
            }
        }
        if (corners.count() == 0) {
            throw lines.wrong("expected at least one face ('f'), found none in the whole file");
        }
        return new Mesh(
                points.toArray(),
                normals.toArray(),
                corners.toArray(),
                cornerNormals.toArray(),
                new Mesh.Made(materials.toArray(), List.copyOf(names.values()), libraries, bareLine));
    }

    private void three(Doubles into, String x, String y, String z) {
        if (into.count() >= 3 * MOST_POINTS) {
            throw lines.wrong("expected at most " + MOST_POINTS + " points and as many normals, found one more");
        }
        into.add(lines.number(x));
        into.add(lines.number(y));
        into.add(lines.number(z));
    }

    private void point() {
        three(points, "a point's x", "a point's y", "a point's z");
        if (!lines.begins('#')) {
            return;
        }
        double first = lines.number("a point's weight, or its red");
        int more = 1;
        while (lines.begins('#')) {
            lines.number("a point's colour");
            more++;
        }
        if (more == 2 || more > 4) {
            throw lines.wrong(
                    "expected x y z, with a weight or red green blue behind them, found " + (3 + more) + " numbers");
        }
        if (more > 2) {
            notes.pass(lines.number(), "colours of v", COLOURS);
        } else if (first != 1) {
            notes.pass(lines.number(), "weights of v", WEIGHTS);
        }
    }

    private void normal() {
        three(normals, "a normal's x", "a normal's y", "a normal's z");
        hasZeroNormals |= !normals.makeLastUnit();
        lines.requireEnd("vn", '#');
    }

    private void face() {
        int count = 0;
        int withNormals = 0;
        while (lines.begins('#')) {
            if (count == MOST_CORNERS) {
                throw lines.wrong("expected a face with 3 to " + MOST_CORNERS + " corners, found more");
            }
            point[count] = fromZero(lines.takeWhole(), points.count() / 3, "points (v)");
            if (lines.takeLetter('/')) {
                if (lines.takeWhole() == 0) {
                    throw badCorner();
                }
                if (lines.takeLetter('/') && !lines.isWordsEnd()) {
                    normal[count] = fromZero(lines.takeWhole(), normals.count() / 3, "normals (vn)");
                    withNormals += hasZeroNormals && isZero(normal[count]) ? 0 : 1;
                }
            }
            if (!lines.isWordsEnd()) {
                throw badCorner();
            }
            count++;
        }
        if (count < 3) {
            throw lines.wrong("expected a face with 3 to " + MOST_CORNERS + " corners, found " + count);
        }
        if (corners.count() / 3 > Shapes.MOST - count) {
            throw lines.wrong("expected at most " + Shapes.MOST + " triangles, found more");
        }
        cut(count, withNormals == count);
    }

    /** Returns whether a normal has length 0. Exporters write such normals at corners of faces without area. */
    private boolean isZero(int index) {
        return normals.get(3 * index) == 0 && normals.get(3 * index + 1) == 0 && normals.get(3 * index + 2) == 0;
    }

    private int fromZero(long index, int count, String what) {
        if (index == Numbers.NONE) {
            throw badCorner();
        }
        long fromZero = index < 0 ? count + index : index - 1;
        if (index == 0 || fromZero < 0 || fromZero >= count) {
            lines.retake();
            throw lines.expected("an index of one of the " + count + " " + what + " above it"
                    + (count == 0 ? "" : " (1 to " + count + ", or -1 to -" + count + ")"));
        }
        return (int) fromZero;
    }

    private UsageException badCorner() {
        lines.retake();
        return lines.expected("a corner (point, point/texture, point//normal or point/texture/normal)");
    }

    private void cut(int count, boolean smooth) {
        bareLine = material == Mesh.NONE && bareLine == 0 ? lines.number() : bareLine;
        int triangles = polygon.cut(points, point, count);
        for (int triangle = 0; triangle < triangles; triangle++) {
            for (int corner = 0; corner < 3; corner++) {
                int at = polygon.corner(triangle, corner);
                corners.add(point[at]);
                cornerNormals.add(smooth ? normal[at] : Shapes.FLAT);
            }
            materials.add(material);
        }
        if (polygon.isCrossed()) {
            notes.pass(lines.number(), "the outline of f", CROSSED);
        }
        if (smoothing && !smooth) {
            notes.pass(lines.number(), "s of f", SMOOTHING);
        }
    }

    private void statement(String keyword) {
        String passedOver = PASSED_OVER.get(keyword);
        if (passedOver != null) {
            notes.pass(lines.number(), keyword, passedOver);
        } else if (CURVED.contains(keyword)) {
            throw lines.expected("faces of polygons (f), not curved surfaces; let the program that wrote the file"
                    + " export a mesh of polygons");
        } else if (COMMANDS.contains(keyword)) {
            throw lines.expected("a whole mesh in one file, which calls no other file or command");
        } else {
            named(keyword);
        }
    }

    private void named(String keyword) {
        switch (keyword) {
            case "fo" -> face(); // the old name of f
            case "s" -> {
                smoothing = lines.begins('#') && !Set.of("off", "0").contains(lines.take("a group"));
            }
            case "usemtl" -> use(name(lines));
            case "mtllib" -> library(name(lines));
            default -> {
                if (!SILENT.contains(keyword)) {
                    throw lines.expected("v, vn, vt, f or another keyword of the OBJ format");
                }
            }
        }
    }

    /**
     * Returns the rest of the line as a name, which may contain blanks. A {@code #} begins a comment only in the last
     * word, because some programs write names such as "wood #3".
     */
    static String name(TextLines lines) {
        StringBuilder name = new StringBuilder();
        while (lines.take() && !lines.isWord("#")) {
            name.append(name.isEmpty() ? "" : " ").append(lines.word());
        }
        return name.toString();
    }

    /** Reads the name of a library of materials. Some exporters write it once for each object. */
    private void library(String name) {
        if (name.isEmpty()) {
            throw lines.wrong("expected the name of an MTL file behind mtllib, found none");
        }
        if (libraries.stream().noneMatch(known -> known.name().equals(name))) {
            libraries.add(new Mesh.Named(name, lines.number(), libraries.size()));
        }
        if (libraries.size() > MOST_LIBRARIES) {
            throw lines.wrong("expected at most " + MOST_LIBRARIES + " MTL files, found one more");
        }
    }

    private void use(String name) {
        material = name.isEmpty()
                ? Mesh.NONE
                : names.computeIfAbsent(name, added -> new Mesh.Named(added, lines.number(), names.size()))
                        .index();
    }
}
