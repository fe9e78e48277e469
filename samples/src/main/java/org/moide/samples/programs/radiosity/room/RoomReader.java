package org.moide.samples.programs.radiosity.room;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.moide.engine.UsageException;
import org.moide.samples.programs.raytrace.scene.Camera;
import org.moide.samples.programs.raytrace.scene.Colour;
import org.moide.samples.programs.raytrace.scene.SceneReader;
import org.moide.samples.programs.raytrace.scene.Settings;
import org.moide.samples.programs.raytrace.scene.Statement;
import org.moide.samples.programs.raytrace.scene.Vector3;
import org.moide.samples.text.TextLines;

/** Reads files of rooms in the format of docs/room-format.md. One object for each file; used by one thread. */
public final class RoomReader {
    private static final List<String> STATEMENTS =
            List.of("image", "samples", "exposure", "tone", "camera", "material", "room", "box", "panel", "triangle");
    private static final Set<String> SINGLE = Set.of("image", "samples", "exposure", "tone", "camera");
    private static final List<String> WALLS = List.of("floor", "ceiling", "left", "right", "front", "back");
    /**
     * The largest fraction of light that a surface may reflect. If a room absorbed nothing, its light would never come
     * to equilibrium.
     */
    private static final double MOST_REFLECT = 0.99;

    private static final double MOST_LIGHT = 1e6;

    private final String file;
    private final Set<String> seen = new HashSet<>();
    private final Map<String, Material> materials = new LinkedHashMap<>();
    private final List<Surface> surfaces = new ArrayList<>();
    private Settings settings = Settings.DEFAULT.withSize(1280, 960);
    private boolean closed;
    private @Nullable Camera camera;

    private record Material(Colour reflect, Colour emit) {}

    private RoomReader(String file) {
        this.file = file;
    }

    /**
     * Reads a room.
     *
     * @param file the name with which messages begin
     * @throws UsageException if the text is not a room; the message says where, what was expected and what was found
     */
    public static Room read(String file, String text) {
        RoomReader reader = new RoomReader(file);
        for (Statement statement : Statement.split(file, text)) {
            reader.statement(statement);
            statement.end();
            if (reader.surfaces.size() > Room.MOST_SURFACES) {
                throw statement.atKeyword("expected at most " + Room.MOST_SURFACES + " surfaces, found one more");
            }
        }
        return reader.room(text);
    }

    private Room room(String text) {
        Camera given = camera;
        if (given == null || surfaces.isEmpty()) {
            throw Statement.wrong(
                    file,
                    Math.max(1, (int) text.lines().count()),
                    1,
                    "expected a 'camera' and a 'room', 'box', 'panel' or 'triangle' somewhere, found none by the end of the file");
        }
        return new Room(settings, given, closed, surfaces);
    }

    private void statement(Statement statement) {
        String keyword = statement.keyword();
        if (SINGLE.contains(keyword) && !seen.add(keyword)) {
            throw statement.atKeyword("expected '" + keyword + "' once in a file, found it again");
        }
        switch (keyword) {
            case "image", "samples", "exposure", "tone" -> settings = SceneReader.settings(statement, settings);
            case "camera" -> camera = SceneReader.camera(statement, List.of("from", "at", "up", "fov"));
            case "material" -> material(statement);
            case "room" -> {
                room(statement);
                closed = true;
            }
            case "box" -> box(statement);
            case "panel" -> panel(statement);
            case "triangle" -> triangle(statement);
            default -> throw statement.unknown("statement", STATEMENTS);
        }
    }

    private void material(Statement statement) {
        String name = statement.word("a name for the material");
        if (materials.containsKey(name)) {
            throw statement.atLast(
                    "expected a new name for the material, found '" + TextLines.shown(name) + "', which is taken");
        }
        Colour reflect = Colour.BLACK;
        Colour emit = Colour.BLACK;
        while (statement.hasMore()) {
            if (statement.attribute(List.of("reflect", "emit")).equals("reflect")) {
                reflect = statement.colour("reflect", MOST_REFLECT);
            } else {
                emit = statement.colour("emit", MOST_LIGHT);
            }
        }
        materials.put(name, new Material(reflect, emit));
    }

    private Material materialNamed(Statement statement) {
        Material material = materials.get(statement.word("a material's name"));
        if (material == null) {
            throw statement.unknown("material", materials.keySet());
        }
        return material;
    }

    /** Adds the six walls of a room, which face inward. */
    private void room(Statement statement) {
        Vector3 from = statement.vector("the first corner");
        Vector3 size = size(statement, from);
        List<String> known = new ArrayList<>(WALLS);
        known.add("material");
        Map<String, Material> given = new LinkedHashMap<>();
        while (statement.hasMore()) {
            given.put(statement.attribute(known), materialNamed(statement));
        }
        SceneReader.need(statement, "material");
        Material all = given.getOrDefault("material", new Material(Colour.BLACK, Colour.BLACK));
        Vector3 x = new Vector3(size.x(), 0, 0);
        Vector3 y = new Vector3(0, size.y(), 0);
        Vector3 z = new Vector3(0, 0, size.z());
        add(from, z, x, given.getOrDefault("floor", all));
        add(from.plus(y), x, z, given.getOrDefault("ceiling", all));
        add(from, y, z, given.getOrDefault("left", all));
        add(from.plus(x), z, y, given.getOrDefault("right", all));
        add(from, x, y, given.getOrDefault("back", all));
        add(from.plus(z), y, x, given.getOrDefault("front", all));
    }

    /** Adds the six sides of a box, which face outward, rotated around the vertical line through its centre. */
    private void box(Statement statement) {
        Vector3 from = statement.vector("the first corner");
        Vector3 size = size(statement, from);
        Material material = new Material(Colour.BLACK, Colour.BLACK);
        double degrees = 0.0;
        while (statement.hasMore()) {
            if (statement.attribute(List.of("material", "rotate")).equals("material")) {
                material = materialNamed(statement);
            } else {
                degrees = statement.number("rotate (degrees)");
            }
        }
        SceneReader.need(statement, "material");
        double cos = StrictMath.cos(StrictMath.toRadians(degrees));
        double sin = StrictMath.sin(StrictMath.toRadians(degrees));
        Vector3 x = new Vector3(cos * size.x(), 0, -sin * size.x());
        Vector3 y = new Vector3(0, size.y(), 0);
        Vector3 z = new Vector3(sin * size.z(), 0, cos * size.z());
        Vector3 middle = from.plus(new Vector3(size.x() / 2, 0, size.z() / 2));
        Vector3 corner = middle.plus(-0.5, x).plus(-0.5, z);
        add(corner, x, z, material);
        add(corner.plus(y), z, x, material);
        add(corner, z, y, material);
        add(corner.plus(x), y, z, material);
        add(corner, y, x, material);
        add(corner.plus(z), x, y, material);
    }

    private static Vector3 size(Statement statement, Vector3 from) {
        Vector3 to = statement.vector("the opposite corner");
        Vector3 size = to.minus(from);
        if (!(size.x() > 0 && size.y() > 0 && size.z() > 0)) {
            throw statement.atLast("expected an opposite corner with larger x, y and z, found a size of " + size.x()
                    + " " + size.y() + " " + size.z());
        }
        return size;
    }

    private void panel(Statement statement) {
        Vector3 corner = statement.vector("the corner");
        Vector3 along = Vector3.ZERO;
        Vector3 across = Vector3.ZERO;
        Material material = new Material(Colour.BLACK, Colour.BLACK);
        while (statement.hasMore()) {
            String attribute = statement.attribute(List.of("along", "across", "material"));
            switch (attribute) {
                case "along" -> along = statement.vector(attribute);
                case "across" -> across = statement.vector(attribute);
                default -> material = materialNamed(statement);
            }
        }
        SceneReader.need(statement, "along");
        SceneReader.need(statement, "across");
        SceneReader.need(statement, "material");
        if (along.cross(across).length() == 0) {
            throw statement.atKeyword("expected sides that are not parallel, found no area");
        }
        add(corner, along, across, material);
    }

    private void triangle(Statement statement) {
        Vector3 corner = statement.vector("the first corner");
        Vector3 along = statement.vector("the second corner").minus(corner);
        Vector3 across = statement.vector("the third corner").minus(corner);
        if (along.cross(across).length() == 0) {
            throw statement.atLast("expected three corners that are not on one line, found no area");
        }
        Material material = new Material(Colour.BLACK, Colour.BLACK);
        while (statement.hasMore()) {
            statement.attribute(List.of("material"));
            material = materialNamed(statement);
        }
        SceneReader.need(statement, "material");
        surfaces.add(new Surface(corner, along, across, true, material.reflect(), material.emit()));
    }

    private void add(Vector3 corner, Vector3 along, Vector3 across, Material material) {
        surfaces.add(new Surface(corner, along, across, false, material.reflect(), material.emit()));
    }
}
