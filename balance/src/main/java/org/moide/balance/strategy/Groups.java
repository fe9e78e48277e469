package org.moide.balance.strategy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * A division of members into disjoint groups (SAMBA, §III: local, partitioned), generated or from a file. The file has
 * a line for each group with its members' numbers; {@code #} begins a comment. A member that the file does not name,
 * because it joined later, goes to a group by its number.
 */
public final class Groups {
    private final int size;
    private final String file;
    private final List<List<Integer>> listed;
    private final Map<Integer, Integer> groupOf = new HashMap<>();
    private long version = -1;
    private int cachedGroup = -1;
    private List<Integer> cached = List.of();

    private Groups(int size, String file, List<List<Integer>> listed) {
        this.size = size;
        this.file = file;
        this.listed = listed;
        for (int group = 0; group < listed.size(); group++) {
            for (int member : listed.get(group)) {
                groupOf.put(member, group);
            }
        }
    }

    /** Makes groups of {@code size} consecutive numbers, beginning with 0. */
    public static Groups ofSize(int size) {
        if (size < 1) {
            throw new IllegalArgumentException("expected at least 1 member in a group, found " + size);
        }
        return new Groups(size, "", List.of());
    }

    /**
     * Reads groups from a file's text.
     *
     * @param file the file's name, for errors
     * @throws IllegalArgumentException for an invalid number, or a member in two groups; names file and line
     */
    public static Groups parse(String file, String text) {
        List<List<Integer>> listed = new ArrayList<>();
        Map<Integer, Integer> lineOf = new HashMap<>();
        List<String> lines = text.lines().toList();
        for (int line = 1; line <= lines.size(); line++) {
            List<Integer> group = MemberLines.numbers(MemberLines.content(lines.get(line - 1)), file, line);
            for (int member : group) {
                Integer before = lineOf.put(member, line);
                if (before != null) {
                    throw new IllegalArgumentException(file + ", line " + line + ": expected each member in one group,"
                            + " found " + member + " in line " + before + " too");
                }
            }
            if (!group.isEmpty()) {
                listed.add(group);
            }
        }
        if (listed.isEmpty()) {
            throw new IllegalArgumentException(
                    file + ": expected a line for each group, with its members' numbers, found no group");
        }
        return new Groups(1, file, listed);
    }

    /**
     * Checks, at the start of a run, that the groups' file names exactly these members.
     *
     * @throws IllegalArgumentException naming the missing and the unknown members
     */
    public void requireAll(Membership members) {
        TreeSet<Integer> missing = new TreeSet<>();
        TreeSet<Integer> strangers = new TreeSet<>(groupOf.keySet());
        for (Membership.Member member : members.all()) {
            if (!listed.isEmpty() && !strangers.remove(member.number())) {
                missing.add(member.number());
            }
        }
        if (!missing.isEmpty() || !strangers.isEmpty()) {
            throw new IllegalArgumentException(file + ": expected each of the " + members.size()
                    + " members in one group," + MemberLines.found(missing, strangers));
        }
    }

    /** Returns the number of the group to which a member belongs. */
    public int groupOf(int member) {
        if (listed.isEmpty()) {
            return member / size;
        }
        Integer group = groupOf.get(member);
        return group == null ? Math.floorMod(member, listed.size()) : group;
    }

    /** Returns the current members of {@code member}'s group, itself included, ascending. */
    public List<Integer> membersWith(int member, Membership members) {
        int group = groupOf(member);
        if (version != members.version() || cachedGroup != group) {
            List<Integer> found = new ArrayList<>();
            for (Membership.Member other : members.all()) {
                if (groupOf(other.number()) == group) {
                    found.add(other.number());
                }
            }
            version = members.version();
            cachedGroup = group;
            cached = List.copyOf(found);
        }
        return cached;
    }
}
