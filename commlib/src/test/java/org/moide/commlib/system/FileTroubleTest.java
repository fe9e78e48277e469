package org.moide.commlib.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class FileTroubleTest {
    @Test
    void shouldSayWhatIsWrongInAUsersWordsWhenTheExceptionHasOnlyItsOwn() {
        assertThat(FileTrouble.whenReading(new NoSuchFileException("/a"))).isEqualTo("there is none");
        assertThat(FileTrouble.whenWriting(new NoSuchFileException("/a/b.part")))
                .isEqualTo("no file can be made in that folder");
        assertThat(FileTrouble.whenReading(new AccessDeniedException("/a"))).isEqualTo("permission denied");
        assertThat(FileTrouble.whenReading(new MalformedInputException(1))).isEqualTo("it is no text in UTF-8");
        assertThat(FileTrouble.whenWriting(new FileSystemException("/a", null, "No space left on device")))
                .isEqualTo("No space left on device");
        assertThat(FileTrouble.whenWriting(new IOException())).isEqualTo("the system does not say why");
    }
}
