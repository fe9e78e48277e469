package org.moide.samples.programs.raytrace.scene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.engine.UsageException;
import org.moide.samples.text.TextLines;

/**
 * Finds the materials that an OBJ file names in {@code usemtl} lines: first among the scene's materials, then in the
 * file's MTL files.
 */
final class MeshMaterials {
    private static final String ENDING = ".mtl";
    private static final int MOST_SHOWN = 20;

    private final String file;
    private final Mesh.Made made;
    private final SceneFiles files;
    private final Consumer<String> user;
    private final List<MtlReader.Library> libraries = new ArrayList<>();
    /** The reason why a named MTL file cannot be read; null if all files could be read. */
    private @Nullable UsageException missing;

    MeshMaterials(String file, Mesh.Made made, SceneFiles files, Consumer<String> user) {
        this.file = file;
        this.made = made;
        this.files = files;
        this.user = user;
    }

    /**
     * Adds the materials that the mesh needs and the scene does not have. Materials that no face has are not checked.
     *
     * @return the number, in the scene, of the material for faces without a name, and after it the number for each of
     *     the mesh's names. So the material of index i, or of {@link Mesh#NONE}, is at i + 1
     * @throws UsageException if a face's material is not defined, or its definition is wrong
     */
    int[] addTo(Map<String, Integer> ofScene, List<Material> materials) {
        for (Mesh.Named library : made.libraries()) {
            read(library);
        }
        boolean[] used = made.used();
        int[] numbers = new int[1 + made.names().size()];
        if (made.bareLine() > 0) {
            numbers[0] = materials.size();
            materials.add(Material.matt("", Colour.WHITE));
            user.accept(
                    file + ":" + made.bareLine() + ": faces above which usemtl names no material are white; 'material'"
                            + " in the scene's 'mesh' statement names one");
        }
        for (Mesh.Named named : made.names()) {
            Integer known = ofScene.get(named.name());
            if (known != null) {
                numbers[1 + named.index()] = known;
            } else if (used[named.index()]) {
                numbers[1 + named.index()] = materials.size();
                materials.add(material(named));
            } else if (!isKnown(named.name())) {
                user.accept(at(named.line()) + "passed over usemtl '" + TextLines.shown(named.name())
                        + "', which no file knows: no face is made of it");
            }
        }
        tellOfUnused(used);
        return numbers;
    }

    private void tellOfUnused(boolean[] used) {
        if (missing != null) {
            user.accept(missing.getMessage() + "; no face needs it");
        }
        Set<String> needed = new LinkedHashSet<>();
        made.names().stream().filter(named -> used[named.index()]).forEach(named -> needed.add(named.name()));
        for (MtlReader.Library library : libraries) {
            if (library.broken() != null) {
                user.accept(library.broken().getMessage() + "; passed over: no face needs it");
            }
            library.wrong().entrySet().stream()
                    .filter(wrong -> !needed.contains(wrong.getKey()))
                    .limit(MOST_SHOWN)
                    .forEach(wrong -> user.accept(
                            wrong.getValue().getMessage() + "; passed over: no face is made of this material"));
        }
    }

    private boolean isKnown(String name) {
        return libraries.stream()
                .anyMatch(library ->
                        library.materials().containsKey(name) || library.wrong().containsKey(name));
    }

    private Material material(Mesh.Named named) {
        for (MtlReader.Library library : libraries) {
            UsageException wrong = library.wrong().get(named.name());
            if (wrong != null) {
                throw wrong;
            }
            Material found = library.materials().get(named.name());
            if (found != null) {
                return found;
            }
        }
        for (MtlReader.Library library : libraries) {
            if (library.broken() != null) {
                throw library.broken();
            }
        }
        throw missing == null
                ? unknown(named)
                : new UsageException(missing.getMessage() + "; or let the scene's 'mesh' statement name a material");
    }

    private UsageException unknown(Mesh.Named used) {
        Set<String> known = new LinkedHashSet<>();
        libraries.forEach(library -> known.addAll(library.materials().keySet()));
        String nearest = Nearest.to(used.name(), known);
        return new UsageException(
                at(used.line()) + "expected a material of the scene or of an MTL file for usemtl, found '"
                        + TextLines.shown(used.name()) + "'"
                        + (nearest.isEmpty() ? "" : "; did you mean '" + TextLines.shown(nearest) + "'?")
                        + " (known from MTL files: " + Statement.list(known) + ")");
    }

    private String at(int line) {
        return file + ":" + line + ": ";
    }

    /**
     * Reads the files of a {@code mtllib} line. The line names either one file, whose name may contain blanks, or
     * several files.
     */
    private void read(Mesh.Named library) {
        String whole = library.name();
        List<String> parts = parts(whole);
        if (parts.size() == 1 || !isRead(whole, library.line(), false)) {
            parts.forEach(part -> isRead(part, library.line(), true));
        }
    }

    /**
     * Splits a text into names. If names end with {@code .mtl}, blanks within a name can be told from those between two
     * names. If none does, each word is a name.
     */
    private static List<String> parts(String names) {
        boolean haveEndings = names.toLowerCase(Locale.ROOT).matches("(?s).*" + ENDING + "\"?(\\s.*)?");
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        for (String word : names.split(" ", -1)) {
            part.append(part.isEmpty() ? "" : " ").append(word);
            String end = word.toLowerCase(Locale.ROOT);
            if (!haveEndings || end.endsWith(ENDING) || end.endsWith(ENDING + '"')) {
                parts.add(part.toString());
                part.setLength(0);
            }
        }
        if (!part.isEmpty()) {
            parts.add(part.toString());
        }
        return parts;
    }

    private boolean isRead(String given, int line, boolean isNeeded) {
        String name = given.length() > 1 && given.startsWith("\"") && given.endsWith("\"")
                ? given.substring(1, given.length() - 1)
                : given;
        // Relative to the OBJ file, whose own name is relative to the scene.
        String folder = file.substring(0, file.lastIndexOf('/') + 1);
        String slashed = name.replace('\\', '/');
        String last = slashed.substring(slashed.lastIndexOf('/') + 1);
        IOException first = null;
        Set<String> places =
                new LinkedHashSet<>(List.of(name.startsWith("/") ? name : folder + name, folder + slashed));
        if (isNeeded) {
            places.add(folder + last); // for a path on the computer on which the file was made
        }
        for (String place : places) {
            try {
                byte[] bytes = files.bytes(place);
                if (place.equals(folder + last) && !slashed.equals(last) && !slashed.equals("./" + last)) {
                    user.accept(at(line) + "passed over the folder in '" + TextLines.shown(name)
                            + "', where there is no such file: read the one beside the mesh");
                }
                libraries.add(MtlReader.read(place, bytes, user));
                return true;
            } catch (IOException cannotRead) {
                first = first == null ? cannotRead : first;
            }
        }
        if (isNeeded && missing == null) {
            missing = new UsageException(at(line) + "expected an MTL file that can be read, found: "
                    + TextLines.plain(first == null ? name : String.valueOf(first.getMessage())));
        }
        return false;
    }
}
