package org.moide.samples.programs.raytrace.scene;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.moide.samples.programs.raytrace.text.Integers;
import org.moide.samples.programs.raytrace.text.NumberLine;

/**
 * Reads the part of Wavefront's OBJ format that says where triangles are and what they are made of: {@code v}, {@code vn},
 * {@code f} with polygons (cut into a fan from their first corner) and indices from the end, {@code mtllib} and
 * {@code usemtl}. Textures, groups and curves are passed over. One object per file; one thread.
 */
public final class ObjReader {
    private static final Set<String> PASSED_OVER = Set.of("vt", "vp", "o", "g", "s", "l", "p", "usemap", "maplib");
    private static final int MOST_CORNERS = 1000;

    private final String file;
    private final NumberLine text;
    private final Doubles points = new Doubles();
    private final Doubles normals = new Doubles();
    private final Integers corners = new Integers();
    private final Integers cornerNormals = new Integers();
    private final Integers materials = new Integers();
    private final Map<String, Mesh.Named> names = new LinkedHashMap<>();
    private final List<Mesh.Named> libraries = new ArrayList<>();
    private final int[] point = new int[MOST_CORNERS];
    private final int[] normal = new int[MOST_CORNERS];
    private int material = Mesh.NONE;
    private int bareLine;
    private int lineNumber;

    private ObjReader(String file, byte[] bytes) {
        this.file = file;
        text = new NumberLine(bytes);
    }

    /**
     * Reads a mesh.
     *
     * @param file the name that messages begin with
     * @throws SceneFormatException if it is none; the message says where, what was expected and what was found
     */
    public static Mesh read(String file, String text) {
        return read(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Reads a mesh out of a file's bytes: a million triangles a second or more.
     *
     * @param file the name that messages begin with
     * @throws SceneFormatException if it is none; the message says where, what was expected and what was found
     */
    public static Mesh read(String file, byte[] bytes) {
        return new ObjReader(file, bytes).read();
    }

    private Mesh read() {
        while (text.advance()) {
            lineNumber++;
            int mark = text.mark();
            if (!isPlain()) {
                text.reset(mark);
                List<Word> words = Statement.wordsOf(text.line(), lineNumber);
                if (!words.isEmpty()) {
                    line(Statement.of(file, words));
                }
            }
        }
        if (corners.count() == 0) {
            throw new SceneFormatException(
                    file, Math.max(1, lineNumber), 1, "expected at least one face ('f'), found none in the whole file");
        }
        return new Mesh(
                points.toArray(),
                normals.toArray(),
                corners.toArray(),
                cornerNormals.toArray(),
                new Mesh.Made(materials.toArray(), List.copyOf(names.values()), libraries, bareLine));
    }

    /** Whether the line is one of plain numbers, of which a large file has next to no other; it then is read. */
    private boolean isPlain() {
        if (text.accepts("v")) {
            return isThree(points);
        }
        if (text.accepts("f")) {
            return isPlainFace();
        }
        if (text.accepts("vn")) {
            Doubles read = new Doubles();
            if (isThree(read)) {
                normals.add(read.vector(0).unit());
                return true;
            }
            return false;
        }
        return text.accepts("vt");
    }

    private boolean isThree(Doubles into) {
        if (!text.number()) {
            return false;
        }
        double x = text.value();
        if (!text.number()) {
            return false;
        }
        double y = text.value();
        if (!text.number() || !text.isEnd()) {
            return false;
        }
        into.add(x);
        into.add(y);
        into.add(text.value());
        return true;
    }

    private boolean isPlainFace() {
        int count = 0;
        int smooth = 0;
        while (!text.isEnd()) {
            if (count == MOST_CORNERS || !text.index()) {
                return false;
            }
            point[count] = fromZero(text.whole(), points.count() / 3);
            if (point[count] < 0) {
                return false;
            }
            if (text.slash()) {
                text.index();
                if (text.slash()) {
                    if (!text.index()) {
                        return false;
                    }
                    normal[count] = fromZero(text.whole(), normals.count() / 3);
                    if (normal[count] < 0) {
                        return false;
                    }
                    smooth++;
                }
            }
            if (!text.endsWord()) {
                return false;
            }
            count++;
        }
        if (count < 3 || corners.count() / 3 > Shapes.MOST - count) {
            return false;
        }
        fan(count, smooth == count);
        return true;
    }

    /** An index of the file's as one from 0 on; below 0 if there is no such thing. */
    private static int fromZero(int index, int count) {
        int fromZero = index < 0 ? count + index : index - 1;
        return fromZero < count ? fromZero : -1;
    }

    private void fan(int count, boolean smooth) {
        if (material == Mesh.NONE && bareLine == 0) {
            bareLine = lineNumber;
        }
        for (int i = 2; i < count; i++) {
            add(0, smooth);
            add(i - 1, smooth);
            add(i, smooth);
            materials.add(material);
        }
    }

    private void add(int corner, boolean smooth) {
        corners.add(point[corner]);
        cornerNormals.add(smooth ? normal[corner] : Shapes.FLAT);
    }

    private void line(Statement statement) {
        String keyword = statement.keyword();
        switch (keyword) {
            case "v" -> {
                points.add(statement.vector("a point"));
                // A weight or a colour may follow; neither says where the point is.
                while (statement.hasMore()) {
                    statement.number("a point's weight or colour");
                }
            }
            case "vn" -> {
                normals.add(statement.vector("a normal").unit());
                statement.end();
            }
            case "f" -> face(statement);
            case "usemtl" -> use(statement.rest("a material's name"));
            case "mtllib" -> libraries.add(new Mesh.Named(statement.rest("the name of an MTL file"), lineNumber, 0));
            default -> {
                if (!PASSED_OVER.contains(keyword)) {
                    throw statement.atKeyword(
                            "expected v, vn, vt, f or another keyword of the OBJ format, found '" + keyword + "'");
                }
            }
        }
    }

    private void use(String name) {
        names.putIfAbsent(name, new Mesh.Named(name, lineNumber, names.size()));
        Mesh.Named used = names.get(name);
        material = used == null ? Mesh.NONE : used.index();
    }

    private void face(Statement statement) {
        int count = statement.left();
        if (count < 3 || count > MOST_CORNERS) {
            throw statement.atKeyword("expected a face with 3 to " + MOST_CORNERS + " corners, found " + count);
        }
        boolean smooth = true;
        for (int i = 0; i < count; i++) {
            String corner = statement.word("a corner");
            String[] parts = corner.split("/", -1);
            if (parts.length > 3) {
                throw badCorner(statement, corner);
            }
            point[i] = index(statement, corner, parts[0], points.count() / 3, "points (v)");
            if (parts.length == 3) {
                normal[i] = index(statement, corner, parts[2], normals.count() / 3, "normals (vn)");
            } else {
                smooth = false;
            }
        }
        if (corners.count() / 3 > Shapes.MOST - (count - 2)) {
            throw statement.atKeyword("expected at most " + Shapes.MOST + " triangles, found more");
        }
        fan(count, smooth);
    }

    private static int index(Statement statement, String corner, String text, int count, String what) {
        int index;
        try {
            index = Integer.parseInt(text);
        } catch (NumberFormatException notANumber) {
            throw badCorner(statement, corner);
        }
        int fromZero = index < 0 ? count + index : index - 1;
        if (index == 0 || fromZero < 0 || fromZero >= count) {
            throw statement.atLast("expected an index of one of the " + count + " " + what + " above it (1 to " + count
                    + ", or -1 to -" + count + "), found " + index);
        }
        return fromZero;
    }

    private static SceneFormatException badCorner(Statement statement, String found) {
        return statement.atLast(
                "expected a corner (point, point/texture, point//normal or point/texture/normal), found '" + found
                        + "'");
    }
}
