package org.moide.samples.programs.raytrace.scene;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds what an OBJ file's {@code usemtl} names: materials of the scene first, then those of the file's MTL files. */
final class MeshMaterials {
    private final String file;
    private final Mesh.Made made;
    private final SceneFiles files;

    MeshMaterials(String file, Mesh.Made made, SceneFiles files) {
        this.file = file;
        this.made = made;
        this.files = files;
    }

    /**
     * Adds to a scene's materials those that the mesh needs and the scene has not.
     *
     * @return for each of the mesh's names its number among the scene's materials
     * @throws SceneFormatException if a name has no meaning, or a face has no name
     */
    int[] addTo(Map<String, Integer> ofScene, List<Material> materials) {
        if (made.bareLine() > 0) {
            throw new SceneFormatException(
                    file,
                    made.bareLine(),
                    1,
                    "expected 'usemtl' above this face, or 'material' in the scene's 'mesh' statement, found neither");
        }
        Map<String, Material> ofFiles = libraries();
        int[] numbers = new int[made.names().size()];
        for (Mesh.Named used : made.names()) {
            Integer known = ofScene.get(used.name());
            Material read = ofFiles.get(used.name());
            if (known != null) {
                numbers[used.index()] = known;
            } else if (read != null) {
                numbers[used.index()] = materials.size();
                materials.add(read);
            } else {
                throw unknown(used, ofFiles);
            }
        }
        return numbers;
    }

    private SceneFormatException unknown(Mesh.Named used, Map<String, Material> known) {
        String nearest = Nearest.to(used.name(), known.keySet());
        return new SceneFormatException(
                file,
                used.line(),
                1,
                "expected a material of the scene or of an MTL file for usemtl, found '" + used.name() + "'"
                        + (nearest.isEmpty() ? "" : "; did you mean '" + nearest + "'?") + " (known from MTL files: "
                        + (known.isEmpty() ? "none" : String.join(" ", known.keySet())) + ")");
    }

    private Map<String, Material> libraries() {
        Map<String, Material> all = new LinkedHashMap<>();
        // Relative to the OBJ file, whose own name is relative to the scene.
        String folder = file.substring(0, file.lastIndexOf('/') + 1);
        for (Mesh.Named library : made.libraries()) {
            String name = folder + library.name();
            try {
                MtlReader.read(name, files.read(name)).forEach(all::putIfAbsent);
            } catch (IOException cannotRead) {
                throw new SceneFormatException(
                        file,
                        library.line(),
                        1,
                        "expected an MTL file that can be read, found: " + cannotRead.getMessage());
            }
        }
        return all;
    }
}
