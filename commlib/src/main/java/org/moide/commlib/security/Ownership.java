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
 * The ownership of files and folders: what others can write is not obeyed. The superuser is no other, nor
 * is a group that holds this user alone. Where the file system has no owners nothing is another's.
 */
public final class Ownership {
    private static final Path SELF = Path.of("/proc/self");
    private static final Integer SUPERUSER = 0;

    private final Path groups;
    private final Path users;

    /** Asks this system. */
    public Ownership() {
        this(Path.of("/etc/group"), Path.of("/etc/passwd"));
    }

    Ownership(Path groups, Path users) {
        this.groups = groups;
        this.users = users;
    }

    /**
     * Finds who else than this user can say what stands in a file: by writing it, or by laying another in its place.
     *
     * @return empty if nobody can; else what is wrong, with the path and its owner
     * @throws NoSuchFileException if there is none
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
     * Finds who else than this user can write a file, or what lies in a folder; of a link, of what it leads to.
     *
     * @return empty if nobody can; else what is wrong, with the path and its owner
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
     * Finds who else than this user can say what lies in a folder in which this user keeps what must be his: by writing
     * it, by having made it or a link in its place, or since something in it is another's or leads there.
     *
     * @return empty if nobody can, or if there is no such folder; else what is wrong, with the path and its owner
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

    /** @param reached whether others get at it: else it does not matter whether its own mode lets them write it */
    private String ofEntry(Path entry, boolean reached) throws IOException {
        boolean link = Files.isSymbolicLink(entry);
        if (!isOurs(entry, LinkOption.NOFOLLOW_LINKS)) {
            String owner = Files.getOwner(entry, LinkOption.NOFOLLOW_LINKS).getName();
            return entry + (link ? ", a link," : "") + " belongs to the user " + owner;
        }
        if (!Files.exists(entry)) {
            return ""; // it has just gone, or leads nowhere yet
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
     * Tells whether this user is alone in a group, as far as the system's files tell: a group of a directory service
     * may hold anybody.
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
        // One that holds nobody here may be the first group of a directory service's users.
        return known && !members.isEmpty() && ours.containsAll(members);
    }

    private static List<String[]> lines(Path file) {
        List<String[]> lines = new ArrayList<>();
        try {
            for (String line : Files.readAllLines(file, StandardCharsets.ISO_8859_1)) {
                lines.add(line.split(":", -1));
            }
        } catch (IOException unreadable) {
            lines.clear(); // then nothing is known
        }
        return lines;
    }
}
