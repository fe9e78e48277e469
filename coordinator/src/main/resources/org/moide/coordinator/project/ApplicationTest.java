package @package@;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.moide.Moide;
import org.moide.RunResult;

class @class@Test {
    @Test
    @Timeout(60)
    void @test@() throws Exception {
        try (Moide moide = Moide.builder().localEngines(2).threads(1).build()) {
            RunResult result = moide.run(@class@.class, @arguments@);
            assertEquals(@expected@L, result.value("@result@", Long.class));
        }
    }
}
