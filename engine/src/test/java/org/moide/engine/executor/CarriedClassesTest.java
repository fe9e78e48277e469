package org.moide.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.engine.loading.ApplicationFiles;
import org.moide.engine.loading.ApplicationLoader;

class CarriedClassesTest {
    /** Name of a class in a package of MOIDE that is hidden from applications. */
    private static final String NAME = "org.moide.engine.loading.JarMaker";

    @TempDir
    static Path empty;

    private final ApplicationLoader loader = new ApplicationLoader(new ApplicationFiles("", List.of(empty.toString())));
    private final byte[] call = {1, 2, 3};

    private static byte[] bytes() throws IOException {
        try (InputStream in =
                CarriedClassesTest.class.getResourceAsStream("/org/moide/engine/loading/JarMaker.class")) {
            return in.readAllBytes();
        }
    }

    private static byte[] with(byte[] bytes, byte[] call) {
        return CarriedClasses.with(Map.of(NAME, bytes), CarriedClasses.Fields.NONE, call);
    }

    private byte[] learn(byte[] both) {
        CarriedClasses.Carried carried = CarriedClasses.read(both);
        loader.learn(carried.classes());
        return carried.call();
    }

    @Test
    void shouldMakeAClassTheApplicationsOwn() throws Exception {
        byte[] both = with(bytes(), call);

        assertThat(CarriedClasses.isForm(both)).isTrue();
        assertThat(CarriedClasses.isForm(call)).isFalse();
        assertThat(learn(both)).isEqualTo(call);
        assertThat(learn(both)).isEqualTo(call);
        assertThat(loader.owns(Class.forName(NAME, true, loader))).isTrue();
    }

    @Test
    void shouldRefuseAClassThatWasChanged() throws Exception {
        byte[] changed = bytes();
        changed[changed.length - 1] ^= 1;
        learn(with(bytes(), call));

        assertThatThrownBy(() -> learn(with(changed, call)))
                .hasMessageStartingWith("expected class " + NAME + " as it came with an earlier call");
    }

    @Test
    void shouldRefuseWhatIsNoCall() throws Exception {
        byte[] both = with(bytes(), call);
        for (int length = 5; length < both.length; length += 7) {
            byte[] cut = Arrays.copyOf(both, length);
            assertThatThrownBy(() -> learn(cut)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> Class.forName(NAME, true, loader)).isInstanceOf(ClassNotFoundException.class);
    }

    @Test
    void shouldRefuseTooMuch() {
        byte[] large = new byte[5 << 20];
        assertThatThrownBy(() -> with(large, call)).hasMessageContaining("put them into a jar");
    }
}
