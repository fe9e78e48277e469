package org.moide.samples.programs.raytrace.scene;

import java.util.List;
import java.util.Set;

/**
 * Reads the part of Wavefront's OBJ format that says where triangles are: {@code v}, {@code vn} and {@code f} with polygons
 * (cut into a fan from their first corner) and indices from the end. Textures, materials, groups and curves are passed
 * over. One object per file; one thread.
 */
public final class ObjReader {
    private static final Set<String> PASSED_OVER =
            Set.of("vt", "vp", "o", "g", "s", "l", "p", "usemtl", "mtllib", "usemap", "maplib");
    private static final int MOST_CORNERS = 1000;

    private final Doubles points = new Doubles();
    private final Doubles normals = new Doubles();
    private final Integers corners = new Integers();
    private final Integers cornerNormals = new Integers();

    private ObjReader() {}

    /**
     * Reads a mesh.
     *
     * @param file the name that messages begin with
     * @throws SceneFormatException if it is none; the message says where, what was expected and what was found
     */
    public static Mesh read(String file, String text) {
        ObjReader reader = new ObjReader();
        int lineNumber = 0;
        for (String line : (Iterable<String>) text.lines()::iterator) {
            lineNumber++;
            List<Word> words = Statement.wordsOf(line, lineNumber);
            if (!words.isEmpty()) {
                reader.line(Statement.of(file, words));
            }
        }
        if (reader.corners.count() == 0) {
            throw new SceneFormatException(
                    file, Math.max(1, lineNumber), 1, "expected at least one face ('f'), found none in the whole file");
        }
        return new Mesh(
                reader.points.toArray(),
                reader.normals.toArray(),
                reader.corners.toArray(),
                reader.cornerNormals.toArray());
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
            default -> {
                if (!PASSED_OVER.contains(keyword)) {
                    throw statement.atKeyword(
                            "expected v, vn, vt, f or another keyword of the OBJ format, found '" + keyword + "'");
                }
            }
        }
    }

    private void face(Statement statement) {
        int count = statement.left();
        if (count < 3 || count > MOST_CORNERS) {
            throw statement.atKeyword("expected a face with 3 to " + MOST_CORNERS + " corners, found " + count);
        }
        int[] point = new int[count];
        int[] normal = new int[count];
        boolean smooth = true;
        for (int i = 0; i < count; i++) {
            String text = statement.word("a corner");
            String[] parts = text.split("/", -1);
            if (parts.length > 3) {
                throw badCorner(statement, text);
            }
            point[i] = index(statement, text, parts[0], points.count() / 3, "points (v)");
            if (parts.length == 3) {
                normal[i] = index(statement, text, parts[2], normals.count() / 3, "normals (vn)");
            } else {
                smooth = false;
            }
        }
        for (int i = 2; i < count; i++) {
            if (corners.count() / 3 == Shapes.MOST) {
                throw statement.atKeyword("expected at most " + Shapes.MOST + " triangles, found more");
            }
            for (int corner : new int[] {0, i - 1, i}) {
                corners.add(point[corner]);
                cornerNormals.add(smooth ? normal[corner] : Shapes.FLAT);
            }
        }
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
