package org.moide.samples.programs.alignments;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.moide.samples.text.HostileFiles;

class HostileFastaTest extends HostileFiles {
    @Override
    protected List<byte[]> good() {
        return List.of(
                bytes(">a first\nACGTN\nacgt\n>b\nRYKM WSBDHV\n"),
                bytes("; a comment\n>a\r\nACGT*\r\n\r\n>b M\u00fcller\r\nAC\r\n"));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    protected String name() {
        return "in.fa";
    }

    @Override
    protected void read(Path file) {
        FastaFile.read(file);
    }
}
