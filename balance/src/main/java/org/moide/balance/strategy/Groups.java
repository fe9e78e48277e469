package org.moide.balance.strategy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Members divided into disjoint groups (SAMBA, §III: local, partitioned), generated or from a file: a line for each group
 * with the numbers of its members, {@code #} begins a comment. A member that joins later and that the file does not name
 * goes to a group by its number.
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

    /** Members 0 to size − 1 are the first group, and so on. */
    public static Groups ofSize(int size) {
        if (size < 1) {
            throw new IllegalArgumentException("expected at least 1 member in a group, found " + size);
        }
        return new Groups(size, "", List.of());
    }

    /**
     * Reads groups.
     *
     * @param file its name, for errors
     * @throws IllegalArgumentException with file and line, for what is no number and for a member in two groups
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
     * Checks that every member has its group. For the members that there are at the start.
     *
     * @throws IllegalArgumentException naming the members that the file misses, or names and are not there
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

    /** The number of the group that a member belongs to. */
    public int groupOf(int member) {
        if (listed.isEmpty()) {
            return member / size;
        }
        Integer group = groupOf.get(member);
        return group == null ? Math.floorMod(member, listed.size()) : group;
    }

    /** The members of {@code member}'s group that take part now, itself included, sorted. */
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
