package io.gpuaas.cli.options;

import io.gpuaas.cli.output.Words;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.sdk.Allocation;
import io.gpuaas.sdk.AllocationState;
import io.gpuaas.sdk.AllocationsApi;
import io.gpuaas.sdk.AllocationsApi.ListAllAllocationsFilter;
import io.gpuaas.sdk.AllocationsApi.ListAllocationsFilter;
import io.gpuaas.sdk.NodesApi.ListNodesFilter;
import io.gpuaas.sdk.Page;
import io.gpuaas.sdk.PageRequest;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;

/**
 * Resolves names and id prefixes of allocations and nodes to ids. Runs after all arguments are parsed, since the last
 * of them may name the server or project.
 */
public final class Lookup {

    /** Describes an argument that is resolved here. */
    public static final String NAME_OR_ID = "Name, id or id prefix.";

    private static final Pattern ID = Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");
    private static final Pattern BEGINNING = Pattern.compile("[0-9a-fA-F]{4}[0-9a-fA-F-]*");

    /** Maximum number of candidates to read; reading more would take longer than copying an id. */
    private static final int LOOKED_AT_MAX = 5 * PageRequest.LIMIT_MAX;

    private static final int SHOWN_MAX = 5;

    private static final Set<AllocationState> ENDED = Set.of(AllocationState.RELEASED, AllocationState.FAILED);

    /** Lists candidates by exact name, or by name or id prefix. */
    private interface Listing {

        Stream<Listed> called(String name);

        Stream<Listed> beginning(String word);
    }

    private record Listed(String id, String name, String state, boolean ended) {

        boolean begins(String word) {
            return id.startsWith(word.toLowerCase(Locale.ROOT));
        }

        @Override
        public String toString() {
            return id + " (" + Words.printable(name) + ", " + state + ")";
        }
    }

    private final Session session;

    public Lookup(Session session) {
        this.session = session;
    }

    /** Converts ids at once; anything else becomes null and is resolved by {@link #fill}. */
    public static <T> ITypeConverter<T> later(String expected, Function<String, T> parse) {
        return word -> {
            if (word.isBlank()) {
                throw new TypeConversionException("'' is not " + expected);
            }
            return ID.matcher(word).matches() ? parse.apply(word) : null;
        };
    }

    public void fill(ParseResult parsed) {
        for (CommandLine command : parsed.asCommandLineList()) {
            for (ArgSpec argument : command.getParseResult().matchedArgs()) {
                Class<?> kind = argument.auxiliaryTypes()[0];
                if (kind == AllocationId.class) {
                    put(argument, word -> allocation(command.getCommandSpec(), word));
                } else if (kind == NodeId.class) {
                    put(argument, this::node);
                }
            }
        }
    }

    private static void put(ArgSpec argument, Function<String, Object> find) {
        List<Object> found = argument.stringValues().stream().map(find).toList();
        argument.setValue(argument.isMultiValue() ? found : found.getLast());
    }

    private AllocationId allocation(CommandSpec command, String word) {
        return command.mixins().values().stream()
                .map(CommandSpec::userObject)
                .filter(TheProject.class::isInstance)
                .map(in -> allocation((TheProject) in, word))
                .findFirst()
                .orElseGet(() -> allocationOfAnyTenant(word));
    }

    public AllocationId allocation(TheProject in, String word) {
        return AllocationId.parse(require("allocation", word, new Listing() {
            @Override
            public Stream<Listed> called(String name) {
                return list(ListAllocationsFilter.none().name(name));
            }

            @Override
            public Stream<Listed> beginning(String beginning) {
                return list(ListAllocationsFilter.none().search(beginning));
            }

            private Stream<Listed> list(ListAllocationsFilter filter) {
                AllocationsApi api = session.connect().allocations();
                ProjectId project = in.choose(session.connect());
                return all(page -> api.listAllocations(project, filter, page)).map(Lookup::listed);
            }
        }));
    }

    private AllocationId allocationOfAnyTenant(String word) {
        return AllocationId.parse(require("allocation", word, new Listing() {
            @Override
            public Stream<Listed> called(String name) {
                return list(ListAllAllocationsFilter.none().name(name));
            }

            @Override
            public Stream<Listed> beginning(String beginning) {
                return list(ListAllAllocationsFilter.none().search(beginning));
            }

            private Stream<Listed> list(ListAllAllocationsFilter filter) {
                AllocationsApi api = session.connect().allocations();
                return all(page -> api.listAllAllocations(filter, page)).map(Lookup::listed);
            }
        }));
    }

    private NodeId node(String word) {
        return NodeId.parse(require("node", word, new Listing() {
            @Override
            public Stream<Listed> called(String name) {
                return list(ListNodesFilter.none().name(name));
            }

            @Override
            public Stream<Listed> beginning(String beginning) {
                return list(ListNodesFilter.none().search(beginning));
            }

            private Stream<Listed> list(ListNodesFilter filter) {
                return all(page -> session.connect().nodes().listNodes(filter, page))
                        .map(node -> new Listed(
                                node.id().toString(), node.name(), node.state().wire(), false));
            }
        }));
    }

    private static Listed listed(Allocation allocation) {
        return new Listed(
                allocation.id().toString(),
                allocation.name(),
                allocation.state().wire(),
                ENDED.contains(allocation.state()));
    }

    private static <T> Stream<T> all(Function<PageRequest, ? extends Page<T>> list) {
        return Page.all(PageRequest.ofSize(PageRequest.LIMIT_MAX), list);
    }

    private static String require(String noun, String word, Listing listing) {
        if (ID.matcher(word).matches()) {
            return word;
        }
        List<Listed> called = listing.called(word).limit(LOOKED_AT_MAX).toList();
        if (!called.isEmpty()) {
            return only(noun, word, there(called), called.size());
        }
        // Names take precedence over id prefixes.
        List<Listed> looked = BEGINNING.matcher(word).matches()
                ? listing.beginning(word).limit(LOOKED_AT_MAX).toList()
                : List.of();
        return only(noun, word, looked.stream().filter(one -> one.begins(word)).toList(), looked.size());
    }

    private static String only(String noun, String word, List<Listed> meant, int looked) {
        boolean sawAll = looked < LOOKED_AT_MAX;
        if (meant.size() == 1 && sawAll) {
            return meant.getFirst().id();
        }
        String said = "'" + Words.printable(word) + "'";
        if (meant.isEmpty()) {
            throw new NoSuchThingException("No " + noun + " found with the name or id prefix " + said + ".");
        }
        String bound = sawAll ? "" : " Only the newest " + LOOKED_AT_MAX + " were searched; there may be more.";
        throw new IllegalArgumentException(
                said + " is ambiguous: " + shown(meant) + "." + bound + " Specify the full id.");
    }

    /** Prefers candidates that have not ended. */
    private static List<Listed> there(List<Listed> called) {
        List<Listed> there = called.stream().filter(one -> !one.ended()).toList();
        return there.isEmpty() ? called : there;
    }

    private static String shown(List<Listed> meant) {
        String more = meant.size() > SHOWN_MAX ? " and " + (meant.size() - SHOWN_MAX) + " more" : "";
        return meant.stream().limit(SHOWN_MAX).map(Listed::toString).collect(Collectors.joining(", ")) + more;
    }
}
