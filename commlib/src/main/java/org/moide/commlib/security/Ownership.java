package org.moide.commlib.security;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Checks who can write files and folders, since MOIDE must not obey a file that other users can change. The superuser
 * does not count as another user, nor does a group that has only this user. On a file system without owners, checks
 * always pass.
 */
public final class Ownership {
    private static final Path SELF = Path.of("/proc/self");
    private static final Integer SUPERUSER = 0;

    private final Path groups;
    private final Path users;

    /** Creates the checks, which ask this system for its users and groups. */
    public Ownership() {
        this(Path.of("/etc/group"), Path.of("/etc/passwd"));
    }

    Ownership(Path groups, Path users) {
        this.groups = groups;
        this.users = users;
    }

    /**
     * Checks whether a user other than this one can change a file, or replace it.
     *
     * @return empty if none can; otherwise what is wrong, with the path and its owner
     * @throws NoSuchFileException if the file does not exist
     */
    public String ofFile(Path file) throws IOException {
        Path real = file.toRealPath();
        Path asNamed = file.toAbsolutePath().getParent();
        for (Path each : new Path[] {real, real.getParent(), asNamed}) {
            String wrong = each == null ? "" : of(each);
            if (!wrong.isEmpty()) {
                return wrong;
            }
        }
        return "";
    }

    /**
     * Checks whether a user other than this one can write a file, or change the entries of a folder. Follows links.
     *
     * @return empty if none can; otherwise what is wrong, with the path and its owner
     */
    public String of(Path path) throws IOException {
        if (!FileSystems.getDefault().supportedFileAttributeViews().contains("unix")) {
            return "";
        }
        PosixFileAttributes found = Files.readAttributes(path, PosixFileAttributes.class);
        String owner = found.owner().getName();
        if (!isOurs(path)) {
            return path + " belongs to the user " + owner;
        }
        Set<PosixFilePermission> may = found.permissions();
        if (may.contains(PosixFilePermission.OTHERS_WRITE)) {
            return "every user may write " + path + ", which belongs to " + owner + ": 'chmod go-w " + path
                    + "' ends that";
        }
        if (may.contains(PosixFilePermission.GROUP_WRITE) && !isAlone(path)) {
            return "others of the group " + found.group().getName() + " may write " + path + ", which belongs to "
                    + owner + ": 'chmod g-w " + path + "' ends that";
        }
        return "";
    }

    /**
     * Checks whether a user other than this one can change the content of a folder that must be this user's own:
     * because it is writable, another user made it or a link in its place, or an entry belongs to another user or
     * leads to such a file.
     *
     * @return empty if none can, or if the folder does not exist; otherwise what is wrong, with the path and its owner
     */
    public String ofOwnFolder(Path folder) throws IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return "";
        }
        String wrong = ofEntry(folder, true);
        if (!wrong.isEmpty() || !Files.isDirectory(folder)) {
            return wrong;
        }
        boolean entered = isEnteredByOthers(folder);
        try (Stream<Path> entries = Files.list(folder)) {
            for (Path entry : entries.sorted().toList()) {
                String its = ofEntry(entry, entered || Files.isSymbolicLink(entry));
                if (!its.isEmpty()) {
                    return its;
                }
            }
        }
        return "";
    }

    /**
     * Checks one entry of a folder that must be this user's own.
     *
     * @param reached whether others can enter the folder; if not, the entry's own write permissions do not matter
     */
    private String ofEntry(Path entry, boolean reached) throws IOException {
        boolean link = Files.isSymbolicLink(entry);
        if (!isOurs(entry, LinkOption.NOFOLLOW_LINKS)) {
            String owner = Files.getOwner(entry, LinkOption.NOFOLLOW_LINKS).getName();
            return entry + (link ? ", a link," : "") + " belongs to the user " + owner;
        }
        if (!Files.exists(entry)) {
            return ""; // it was just deleted, or its target does not exist yet
        }
        String where = link ? entry + " leads to " + entry.toRealPath() + ", and " : "";
        String wrong = reached ? of(link ? entry.toRealPath() : entry) : "";
        if (wrong.isEmpty() && !reached && !isOurs(entry)) {
            wrong = entry + " belongs to the user " + Files.getOwner(entry).getName();
        }
        return wrong.isEmpty() ? "" : where + wrong;
    }

    private static boolean isEnteredByOthers(Path folder) throws IOException {
        if (!FileSystems.getDefault().supportedFileAttributeViews().contains("unix")) {
            return true;
        }
        Set<PosixFilePermission> may = Files.getPosixFilePermissions(folder);
        return may.contains(PosixFilePermission.GROUP_EXECUTE) || may.contains(PosixFilePermission.OTHERS_EXECUTE);
    }

    private static boolean isOurs(Path path, LinkOption... how) throws IOException {
        if (!FileSystems.getDefault().supportedFileAttributeViews().contains("unix")) {
            return true;
        }
        if (!Files.exists(SELF)) {
            String owner = Files.getOwner(path, how).getName();
            return owner.equals("root") || owner.equals(System.getProperty("user.name"));
        }
        Object owner = Files.getAttribute(path, "unix:uid", how);
        return owner.equals(SUPERUSER) || owner.equals(self());
    }

    private static Object self() throws IOException {
        return Files.getAttribute(SELF, "unix:uid");
    }

    /**
     * Returns whether this user is the only member of a file's group, according to the system's files. A group that
     * these files do not list may have any members, through a directory service.
     */
    private boolean isAlone(Path path) throws IOException {
        String group = Files.getAttribute(path, "unix:gid").toString();
        Set<String> members = new TreeSet<>();
        boolean known = false;
        for (String[] words : lines(groups)) {
            if (words.length >= 3 && words[2].equals(group)) {
                known = true;
                if (words.length > 3 && !words[3].isEmpty()) {
                    members.addAll(List.of(words[3].split(",")));
                }
            }
        }
        Set<String> ours = new TreeSet<>(Set.of("root"));
        for (String[] words : lines(users)) {
            if (words.length >= 4 && words[2].equals(self().toString())) {
                ours.add(words[0]);
            }
            if (words.length >= 4 && words[3].equals(group)) {
                members.add(words[0]);
            }
        }
        // A group without members here may be the first group of a directory service's users.
        return known && !members.isEmpty() && ours.containsAll(members);
    }

    private static List<String[]> lines(Path file) {
        List<String[]> lines = new ArrayList<>();
        try {
            for (String line : Files.readAllLines(file, StandardCharsets.ISO_8859_1)) {
                lines.add(line.split(":", -1));
            }
        } catch (IOException unreadable) {
            lines.clear(); // then the members are unknown
        }
        return lines;
    }
}
