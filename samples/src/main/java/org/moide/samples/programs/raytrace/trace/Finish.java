package org.moide.samples.programs.raytrace.trace;

import java.util.List;
import org.moide.samples.programs.raytrace.scene.Colour;
import org.moide.samples.programs.raytrace.scene.Material;
import org.moide.samples.programs.raytrace.scene.Texture;

/** A material, with those values computed in advance that every ray needs. Immutable; any thread may use it. */
final class Finish {
    final Texture diffuse;
    final Colour specular;
    final int shininess;
    final Colour reflect;
    final Colour transmit;
    final double refraction;
    final Colour absorb;
    final Colour emit;
    final boolean isClear;
    final boolean mirrors;
    final boolean isShiny;
    final boolean absorbs;
    /** Whether the light of lamps has any visible effect on the material. */
    final boolean answersLight;

    private Finish(Material material) {
        diffuse = material.diffuse();
        specular = material.specular();
        shininess = material.shininess();
        reflect = material.reflect();
        transmit = material.transmit();
        refraction = material.refraction();
        absorb = material.absorb();
        emit = material.emit();
        isClear = material.isClear();
        mirrors = !reflect.isBlack();
        isShiny = !specular.isBlack();
        absorbs = !absorb.isBlack();
        boolean scatters = !diffuse.first().isBlack() || !diffuse.second().isBlack();
        answersLight = isShiny || scatters;
    }

    static Finish[] of(List<Material> materials) {
        return materials.stream().map(Finish::new).toArray(Finish[]::new);
    }
}
