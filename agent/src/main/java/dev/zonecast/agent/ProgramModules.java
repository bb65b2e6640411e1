package dev.zonecast.agent;

import dev.zonecast.core.Zonecast;
import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Zonecast's own modules, where the program has them on its module path: the agent uses packages that they do not export to it. */
final class ProgramModules {
    private static final String OURS = "dev.zonecast.";

    private ProgramModules() {}

    /** Exports all packages of the program's copy, if it is modules, to a loader of the agent's. */
    static void exportTo(Instrumentation jvm, ClassLoader agent) {
        exportTo(jvm, agent.getUnnamedModule());
    }

    /** Lets a module read the agent's classes in place of another copy, which it requires. */
    static void letRead(Instrumentation jvm, Module reader) {
        exportTo(jvm, reader);
        Set<Module> zonecast = Set.of(Zonecast.class.getModule());
        jvm.redefineModule(reader, zonecast, Map.of(), Map.of(), Set.of(), Map.of());
    }

    private static void exportTo(Instrumentation jvm, Module reader) {
        Set<Module> user = Set.of(reader);
        ModuleLayer layer = Zonecast.class.getModule().getLayer();
        if (layer == null) {
            return;
        }
        for (Module module : layer.modules()) {
            if (module.getName().startsWith(OURS)) {
                export(jvm, module, user);
            }
        }
    }

    private static void export(Instrumentation jvm, Module module, Set<Module> user) {
        Map<String, Set<Module>> packages =
                module.getPackages().stream().collect(Collectors.toMap(name -> name, name -> user));
        jvm.redefineModule(module, Set.of(), packages, Map.of(), Set.of(), Map.of());
    }
}
