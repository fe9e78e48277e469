package org.moide.samples.programs.raytrace.scene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.engine.UsageException;
import org.moide.samples.text.TextLines;

/** Reads scene files in the format of docs/scene-format.md. One object for each file; used by one thread. */
public final class SceneReader {
    private static final List<String> STATEMENTS = List.of(
            "image",
            "samples",
            "depth",
            "exposure",
            "tone",
            "camera",
            "background",
            "ambient",
            "lamp",
            "sun",
            "material",
            "sphere",
            "plane",
            "triangle",
            "mesh");
    /** Statements that may occur only once. */
    private static final Set<String> SINGLE =
            Set.of("image", "samples", "depth", "exposure", "tone", "camera", "background", "ambient");
    /** The most lights of a scene. There is a limit because every light takes a ray at every point. */
    private static final int MOST_LIGHTS = 256;

    private static final int MOST_LIGHT_SAMPLES = 64;
    /** The strongest light that is allowed. A larger number is a typing error. */
    private static final double MOST_LIGHT = 1e6;

    private final String file;
    private final SceneFiles files;
    private final Consumer<String> user;
    private final Set<String> seen = new HashSet<>();
    private final Map<String, Integer> materialIndex = new LinkedHashMap<>();
    private final List<Material> materials = new ArrayList<>();
    private final List<Light> lights = new ArrayList<>();
    private final List<Plane> planes = new ArrayList<>();
    private final Shapes.Builder shapes = new Shapes.Builder();
    private final Map<String, Mesh> meshes = new HashMap<>();
    private Settings settings = Settings.DEFAULT;
    private Background background = Background.even(Colour.BLACK);
    private Colour ambient = Colour.BLACK;
    private @Nullable Camera camera;

    private SceneReader(String file, SceneFiles files, Consumer<String> user) {
        this.file = file;
        this.files = files;
        this.user = user;
    }

    /**
     * Reads a scene and the meshes that it names.
     *
     * @param file the name with which messages begin
     * @param text the scene file's content
     * @param files the files of its meshes
     * @param user takes notes about ignored lines of these files
     * @throws UsageException if the text is not a scene; the message says where, what was expected and what was found
     */
    public static Scene read(String file, String text, SceneFiles files, Consumer<String> user) {
        SceneReader reader = new SceneReader(file, files, user);
        for (Statement statement : Statement.split(file, text)) {
            reader.statement(statement);
            statement.end();
        }
        return reader.scene(text);
    }

    private Scene scene(String text) {
        if (camera == null) {
            int lastLine = Math.max(1, (int) text.lines().count());
            throw Statement.wrong(
                    file, lastLine, 1, "expected a 'camera' statement somewhere, found none by the end of the file");
        }
        return new Scene(settings, camera, background, ambient, lights, materials, planes, shapes.build());
    }

    private void statement(Statement statement) {
        String keyword = statement.keyword();
        if (SINGLE.contains(keyword) && !seen.add(keyword)) {
            throw statement.atKeyword("expected '" + keyword + "' once in a file, found it again");
        }
        switch (keyword) {
            case "image", "samples", "depth", "exposure", "tone" -> settings = settings(statement, settings);
            case "camera" -> camera = camera(statement);
            case "background" -> background = background(statement);
            case "ambient" -> ambient = statement.colour(keyword, MOST_LIGHT);
            case "lamp", "sun" -> light(statement, keyword.equals("sun"));
            case "material" -> material(statement);
            case "sphere" -> sphere(statement);
            case "plane" -> plane(statement);
            case "triangle" -> triangle(statement);
            case "mesh" -> mesh(statement);
            default -> throw statement.unknown("statement", STATEMENTS);
        }
    }

    /**
     * Returns the settings as changed by a statement {@code image}, {@code samples}, {@code depth}, {@code exposure} or
     * {@code tone}.
     */
    public static Settings settings(Statement statement, Settings before) {
        String keyword = statement.keyword();
        return switch (keyword) {
            case "image" ->
                before.withSize(
                        statement.integer("the width", 1, Settings.MOST_PIXELS),
                        statement.integer("the height", 1, Settings.MOST_PIXELS));
            case "samples" -> before.withSamples(statement.integer(keyword, 1, Settings.MOST_SAMPLES));
            case "depth" -> before.withDepth(statement.integer(keyword, 0, Settings.MOST_DEPTH));
            case "exposure" -> before.withLight(statement.positive(keyword), before.film());
            case "tone" -> before.withLight(before.exposure(), tone(statement));
            default ->
                throw new IllegalArgumentException("expected a statement of a picture's settings, found " + keyword);
        };
    }

    /** Returns whether a {@code tone} statement asks for the tone of photographic film. */
    private static boolean tone(Statement statement) {
        String tone = statement.word("film or clip for tone");
        return switch (tone) {
            case "film" -> true;
            case "clip" -> false;
            default -> throw statement.unknown("tone", List.of("film", "clip"));
        };
    }

    private static Camera camera(Statement statement) {
        Camera camera = camera(statement, List.of("from", "at", "up", "fov", "aperture", "focus"));
        needWith(statement, "aperture", "focus");
        return camera;
    }

    /**
     * Reads a {@code camera} statement.
     *
     * @param known the attributes that it may have
     */
    public static Camera camera(Statement statement, List<String> known) {
        Vector3 from = Vector3.ZERO;
        Vector3 at = Vector3.ZERO;
        Vector3 up = new Vector3(0, 1, 0);
        double fieldOfView = 45;
        double aperture = 0;
        double focus = 0;
        while (statement.hasMore()) {
            String attribute = statement.attribute(known);
            switch (attribute) {
                case "from" -> from = statement.vector(attribute);
                case "at" -> at = statement.vector(attribute);
                case "up" -> up = statement.direction(attribute);
                case "fov" -> fieldOfView = statement.number(attribute, 0.1, 170);
                case "aperture" -> aperture = statement.number(attribute, 0, Double.POSITIVE_INFINITY);
                default -> focus = statement.positive(attribute);
            }
        }
        need(statement, "from");
        need(statement, "at");
        Vector3 view = at.minus(from);
        if (!(view.length() > 0)) {
            throw statement.atKeyword("expected 'from' and 'at' to differ, found the same point");
        }
        if (view.unit().cross(up).length() < 1e-9) {
            throw statement.atKeyword("expected 'up' to differ from the direction of view, found them parallel");
        }
        return new Camera(from, at, up, fieldOfView, aperture, focus > 0 ? focus : view.length());
    }

    private static Background background(Statement statement) {
        List<String> known = List.of("horizon", "zenith", "ground");
        if (statement.left() > 0 && statement.left() <= 3 && !known.contains(statement.peek())) {
            return Background.even(statement.colour("the background", MOST_LIGHT));
        }
        Colour horizon = Colour.BLACK;
        Colour zenith = Colour.BLACK;
        Colour ground = Colour.BLACK;
        while (statement.hasMore()) {
            String attribute = statement.attribute(known);
            Colour colour = statement.colour(attribute, MOST_LIGHT);
            switch (attribute) {
                case "horizon" -> horizon = colour;
                case "zenith" -> zenith = colour;
                default -> ground = colour;
            }
        }
        need(statement, "horizon");
        return new Background(
                horizon, statement.has("zenith") ? zenith : horizon, statement.has("ground") ? ground : horizon);
    }

    private void light(Statement statement, boolean sun) {
        if (lights.size() == MOST_LIGHTS) {
            throw statement.atKeyword("expected at most " + MOST_LIGHTS + " lights, found one more");
        }
        List<String> known = sun
                ? List.of("toward", "colour", "color", "angle", "samples")
                : List.of("at", "colour", "color", "radius", "reach", "samples");
        Vector3 place = Vector3.ZERO;
        Colour colour = Colour.WHITE;
        double radius = 0;
        double reach = Double.POSITIVE_INFINITY;
        int samples = 4;
        while (statement.hasMore()) {
            String attribute = statement.attribute(known);
            switch (attribute) {
                case "at" -> place = statement.vector(attribute);
                case "toward" -> place = statement.direction(attribute);
                case "colour", "color" -> colour = statement.colour(attribute, MOST_LIGHT);
                case "radius" -> radius = statement.number(attribute, 0, Double.POSITIVE_INFINITY);
                case "angle" -> radius = StrictMath.tan(statement.number(attribute, 0, 90) * (Math.PI / 360));
                case "reach" -> reach = statement.positive(attribute);
                default -> samples = statement.integer(attribute, 1, MOST_LIGHT_SAMPLES);
            }
        }
        need(statement, sun ? "toward" : "at");
        needWith(statement, sun ? "angle" : "radius", "samples");
        if (statement.has("colour") && statement.has("color")) {
            throw statement.atKeyword("expected 'colour' once in a statement, found 'color' too");
        }
        lights.add(new Light(sun, place, colour, radius, reach, radius == 0 ? 1 : samples));
    }

    private void material(Statement statement) {
        String name = statement.word("a name for the material");
        if (materialIndex.containsKey(name)) {
            throw statement.atLast(
                    "expected a new name for the material, found '" + TextLines.shown(name) + "', which is taken");
        }
        materials.add(MaterialReader.read(statement, name));
        materialIndex.put(name, materials.size() - 1);
    }

    private void sphere(Statement statement) {
        room(statement, 1);
        Vector3 centre = statement.vector("the centre");
        List<String> known = List.of("radius", "material");
        double radius = 0;
        int material = 0;
        while (statement.hasMore()) {
            if (statement.attribute(known).equals("radius")) {
                radius = statement.positive("radius");
            } else {
                material = materialNamed(statement);
            }
        }
        need(statement, "radius");
        need(statement, "material");
        shapes.sphere(centre, radius, material);
    }

    private void plane(Statement statement) {
        List<String> known = List.of("point", "normal", "material");
        Vector3 point = Vector3.ZERO;
        Vector3 normal = new Vector3(0, 1, 0);
        int material = 0;
        while (statement.hasMore()) {
            String attribute = statement.attribute(known);
            switch (attribute) {
                case "point" -> point = statement.vector(attribute);
                case "normal" -> normal = statement.direction(attribute);
                default -> material = materialNamed(statement);
            }
        }
        need(statement, "material");
        planes.add(new Plane(point, normal, material));
    }

    private void triangle(Statement statement) {
        room(statement, 1);
        Vector3 a = statement.vector("the first corner");
        Vector3 b = statement.vector("the second corner");
        Vector3 c = statement.vector("the third corner");
        if (b.minus(a).cross(c.minus(a)).length() == 0) {
            throw statement.atKeyword("expected three corners that are not on one line, found no area");
        }
        while (statement.hasMore()) {
            statement.attribute(List.of("material"));
            shapes.triangle(a, b, c, materialNamed(statement));
        }
        need(statement, "material");
    }

    private void mesh(Statement statement) {
        String name = statement.word("the name of an OBJ file");
        Mesh mesh = meshes.get(name);
        if (mesh == null) {
            byte[] bytes;
            try {
                bytes = files.bytes(name);
            } catch (IOException cannotRead) {
                throw statement.atLast("expected an OBJ file that can be read, found: "
                        + TextLines.plain(String.valueOf(cannotRead.getMessage())));
            }
            mesh = ObjReader.read(name, bytes, user);
            meshes.put(name, mesh);
        }
        room(statement, mesh.triangleCount());
        Transform transform = Transform.IDENTITY;
        int material = 0;
        List<String> known = List.of("material", "smooth", "fit", "scale", "rotate", "move");
        while (statement.hasMore()) {
            // Steps of the transform may be repeated; attributes that define the mesh may not.
            String attribute = switch (statement.peek()) {
                case "scale", "rotate", "move" -> statement.word("a step");
                default -> statement.attribute(known);
            };
            switch (attribute) {
                case "material" -> material = materialNamed(statement);
                case "smooth" -> mesh = mesh.smoothed();
                case "fit" -> transform = transform.then(mesh.fit(statement.positive(attribute)));
                case "scale" -> transform = transform.scale(scales(statement));
                case "rotate" -> transform = rotate(statement, transform);
                default -> transform = transform.move(statement.vector(attribute));
            }
        }
        if (statement.has("material")) {
            shapes.mesh(mesh, transform, material);
            return;
        }
        int[] own = new MeshMaterials(name, mesh.made(), files, user).addTo(materialIndex, materials);
        Mesh.Made made = mesh.made();
        shapes.mesh(mesh, transform, triangle -> own[made.of(triangle) - Mesh.NONE]);
    }

    private static Vector3 scales(Statement statement) {
        double x = statement.number("scale");
        boolean even = !statement.hasMore() || !statement.nextIsNumber();
        Vector3 scales = even
                ? new Vector3(x, x, x)
                : new Vector3(x, statement.number("scale (y)"), statement.number("scale (z)"));
        if (scales.x() == 0 || scales.y() == 0 || scales.z() == 0) {
            throw statement.atLast("expected scales that are not 0, found 0");
        }
        return scales;
    }

    private static Transform rotate(Statement statement, Transform transform) {
        List<String> axes = List.of("x", "y", "z");
        int axis = axes.indexOf(statement.word("an axis (x, y or z) for rotate"));
        if (axis < 0) {
            throw statement.unknown("axis", axes);
        }
        return transform.rotate(axis, statement.number("rotate (degrees)"));
    }

    private int materialNamed(Statement statement) {
        Integer index = materialIndex.get(statement.word("a material's name"));
        if (index == null) {
            throw statement.unknown("material", materialIndex.keySet());
        }
        return index;
    }

    private void room(Statement statement, int more) {
        if (!shapes.hasRoom(more)) {
            throw statement.atKeyword("expected at most " + Shapes.MOST + " spheres and triangles in all, found "
                    + ((long) shapes.count() + more));
        }
    }

    /** Checks that a statement has the attribute {@code needed}, because it has the attribute {@code given}. */
    static void needWith(Statement statement, String needed, String given) {
        if (statement.has(given) && !statement.has(needed)) {
            throw statement.atKeyword(
                    "expected '" + needed + "' with '" + given + "', which means nothing without it, found none");
        }
    }

    /**
     * Checks that a statement has an attribute.
     *
     * @throws UsageException if it has not; the message has the place of the statement's keyword
     */
    public static void need(Statement statement, String attribute) {
        if (!statement.has(attribute)) {
            throw statement.atKeyword("expected '" + attribute + "' in '" + statement.keyword() + "', found none");
        }
    }
}
