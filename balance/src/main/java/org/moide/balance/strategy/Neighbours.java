package org.moide.balance.strategy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The neighbours of each member (SAMBA, §III: local, neighbourhood-based), generated or from a file. Generated
 * neighbours depend on members' ranks, so that gaps close when a member leaves, and new members fit in. If locations
 * are known, members of one site, and within it of one rack, have consecutive ranks. Each member computes its own
 * neighbours.
 *
 * <pre>
 * ring        the members of the ranks before and after
 * hypercube   the members whose rank differs in one bit
 * mesh        up to four; a row is as long as the root of the number of members, and ends are not joined
 * all         all other members, at the cost of a list of all
 * file        lines such as "0: 1 3"; members 1 and 3 then have 0 as a neighbour too, even if their lines do not say so
 * </pre>
 */
public final class Neighbours {
    /** The names of the generated shapes, as the parameter {@code neighbours} gives them. */
    static final List<String> GENERATED = List.of("ring", "hypercube", "mesh", "all");

    /** A rule that gives the ranks of the neighbours of the member with a certain rank, among {@code size} members. */
    private interface Shape {
        List<Integer> of(int rank, int size);
    }

    private final String file;
    private final @Nullable Shape shape;
    private final Map<Integer, Set<Integer>> listed;
    private long version = -1;
    private int cachedMember = -1;
    private List<Integer> cached = List.of();

    private Neighbours(String file, @Nullable Shape shape, Map<Integer, Set<Integer>> listed) {
        this.file = file;
        this.shape = shape;
        this.listed = listed;
    }

    /**
     * Makes generated neighbours: {@code ring}, {@code hypercube}, {@code mesh} or {@code all}.
     *
     * @return null for another name
     */
    public static @Nullable Neighbours generated(String word) {
        return switch (word) {
            case "ring" -> new Neighbours("", Neighbours::ring, Map.of());
            case "hypercube" -> new Neighbours("", Neighbours::hypercube, Map.of());
            case "mesh" -> new Neighbours("", Neighbours::mesh, Map.of());
            case "all" -> new Neighbours("", Neighbours::everybody, Map.of());
            default -> null;
        };
    }

    /** Makes neighbours of which each member has all others. */
    static Neighbours everyone() {
        return new Neighbours("", Neighbours::everybody, Map.of());
    }

    /**
     * Reads neighbours from a file's text.
     *
     * @param file the file's name, for errors
     * @throws IllegalArgumentException naming file and line
     */
    public static Neighbours parse(String file, String text) {
        Map<Integer, Set<Integer>> listed = new HashMap<>();
        List<String> lines = text.lines().toList();
        for (int line = 1; line <= lines.size(); line++) {
            String content = MemberLines.content(lines.get(line - 1));
            if (content.isEmpty()) {
                continue;
            }
            int colon = content.indexOf(':');
            if (colon < 0) {
                throw new IllegalArgumentException(file + ", line " + line
                        + ": expected a member, a colon and its neighbours, such as 0: 1 3, found \"" + content + "\"");
            }
            int member = MemberLines.number(content.substring(0, colon), file, line);
            for (int other : MemberLines.numbers(content.substring(colon + 1).strip(), file, line)) {
                if (other == member) {
                    throw new IllegalArgumentException(
                            file + ", line " + line + ": found member " + member + " as its own neighbour");
                }
                listed.computeIfAbsent(member, unseen -> new TreeSet<>()).add(other);
                listed.computeIfAbsent(other, unseen -> new TreeSet<>()).add(member);
            }
        }
        if (listed.isEmpty()) {
            throw new IllegalArgumentException(
                    file + ": expected lines such as 0: 1 3, a member and its neighbours, found none");
        }
        return new Neighbours(file, null, listed);
    }

    /**
     * Checks, at the start of a run, that each of these members has neighbours and that all neighbours are members.
     *
     * @throws IllegalArgumentException naming the missing and the unknown members
     */
    public void requireAll(Membership members) {
        if (shape != null || members.size() <= 1) {
            return;
        }
        TreeSet<Integer> strangers = new TreeSet<>(listed.keySet());
        TreeSet<Integer> missing = new TreeSet<>();
        for (Membership.Member member : members.all()) {
            if (!strangers.remove(member.number())) {
                missing.add(member.number());
            }
        }
        if (!missing.isEmpty() || !strangers.isEmpty()) {
            throw new IllegalArgumentException(file + ": expected neighbours of each of the " + members.size()
                    + " members," + MemberLines.found(missing, strangers));
        }
    }

    /** Returns the numbers of the current neighbours of {@code member}, ascending. */
    public List<Integer> of(int member, Membership members) {
        if (version != members.version() || cachedMember != member) {
            version = members.version();
            cachedMember = member;
            cached = found(member, members);
        }
        return cached;
    }

    private List<Integer> found(int member, Membership members) {
        TreeSet<Integer> found = new TreeSet<>();
        if (shape == null) {
            for (int other : listed.getOrDefault(member, Set.of())) {
                if (members.contains(other)) {
                    found.add(other);
                }
            }
        } else if (members.contains(member)) {
            List<Membership.Member> inOrder = inOrder(members);
            int own = inOrder == members.all()
                    ? members.rankOf(member)
                    : inOrder.indexOf(members.at(members.rankOf(member)));
            for (int rank : shape.of(own, inOrder.size())) {
                found.add(inOrder.get(rank).number());
            }
        }
        found.remove(member);
        return List.copyOf(found);
    }

    /**
     * Returns the members sorted by number, or if locations are known, in an order in which members near each other are
     * adjacent.
     */
    private static List<Membership.Member> inOrder(Membership members) {
        boolean anywhere = members.all().stream()
                .anyMatch(member -> !member.location().levels().isEmpty());
        return anywhere ? Location.nearTogether(members.all(), Membership.Member::location) : members.all();
    }

    private static List<Integer> ring(int rank, int size) {
        return List.of((rank + size - 1) % size, (rank + 1) % size);
    }

    private static List<Integer> hypercube(int rank, int size) {
        List<Integer> found = new ArrayList<>();
        for (int bit = 1; bit < size; bit <<= 1) {
            int other = rank ^ bit;
            if (other < size) { // an incomplete cube is connected: every rank has a smaller partner
                found.add(other);
            }
        }
        return found;
    }

    private static List<Integer> mesh(int rank, int size) {
        int columns = (int) Math.ceil(Math.sqrt(size));
        List<Integer> found = new ArrayList<>();
        if (rank % columns > 0) {
            found.add(rank - 1);
        }
        if (rank % columns < columns - 1 && rank + 1 < size) {
            found.add(rank + 1);
        }
        if (rank >= columns) {
            found.add(rank - columns);
        }
        if (rank + columns < size) {
            found.add(rank + columns);
        }
        return found;
    }

    private static List<Integer> everybody(int rank, int size) {
        List<Integer> found = new ArrayList<>();
        for (int other = 0; other < size; other++) {
            if (other != rank) {
                found.add(other);
            }
        }
        return found;
    }
}
