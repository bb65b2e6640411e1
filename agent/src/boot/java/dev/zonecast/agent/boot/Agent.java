package dev.zonecast.agent.boot;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;

/**
 * Where the JVM starts the agent. Compiled for Java 8: an older JVM gets one line, and the program runs without the agent. Nothing
 * here throws, because what {@code premain} throws ends the process.
 */
public final class Agent {
    private static final int OLDEST_JAVA = 21;
    private static final String START = "dev.zonecast.agent.AgentStart";

    /** The agent behind this class: one in a JVM, also if it is given twice or attached to a program that has it. */
    private static Class<?> agent;

    private Agent() {}

    /** {@code -javaagent:zonecast-agent.jar=OPTIONS}: before the program's main. */
    public static void premain(String options, Instrumentation instrumentation) {
        start("atStart", options, instrumentation);
    }

    /** {@code zonecast attach}: while the program runs. */
    public static void agentmain(String options, Instrumentation instrumentation) {
        start("whileRunning", options, instrumentation);
    }

    private static synchronized void start(String how, String options, Instrumentation instrumentation) {
        try {
            int java = javaVersion();
            if (java < OLDEST_JAVA) {
                say("this is Java " + java + ", the agent needs Java " + OLDEST_JAVA + ": the program runs without it");
                return;
            }
            if (agent == null) {
                agent = Class.forName(START, true, AgentLoader.create(instrumentation));
            }
            agent.getMethod(how, String.class, Instrumentation.class)
                    .invoke(null, options == null ? "" : options, instrumentation);
        } catch (InvocationTargetException e) {
            say("the program runs without the agent; report this line with the Java version: " + e.getCause());
        } catch (Throwable e) {
            say("the program runs without the agent; report this line with the Java version: " + e);
        }
    }

    /** Of "1.8" and "25", 8 and 25. */
    static int javaVersion() {
        String specification = System.getProperty("java.specification.version", "0");
        String number = specification.startsWith("1.") ? specification.substring(2) : specification;
        return Integer.parseInt(number);
    }

    private static void say(String line) {
        System.err.println("zonecast: " + line);
    }
}
